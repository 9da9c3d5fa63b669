//! The head of the API's description; the routes describe themselves.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, ContactBuilder, InfoBuilder, OpenApi, OpenApiBuilder};

/// Title, version and the ways to say who asks.
#[must_use]
pub fn head() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Sunwi (순위)")
        .version("1")
        .description(Some("Ranking and rating of browser games: every run is replayed by the server."))
        .contact(Some(ContactBuilder::new().name(Some("Sunwi")).build()))
        .build();
    let browser = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The browser token of POST /v1/players."))
        .build();
    let mut components = Components::new();
    let machine = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("A token of the configured issuer, with the scope the operation names."))
        .build();
    let account = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some(
            "An account's token of the configured issuer. The seats also want the browser token, in `X-Sunwi-Browser`.",
        ))
        .build();
    components.add_security_scheme("account", SecurityScheme::Http(account));
    components.add_security_scheme("browser", SecurityScheme::Http(browser));
    components.add_security_scheme("machine", SecurityScheme::Http(machine));
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}
