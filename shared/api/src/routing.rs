//! Routes, with their description or without.
//!
//! A deployed function answers requests and describes nothing: building what is said about its routes would make its binary a tenth
//! larger and its cold start longer. The description is served as a file, and a test holds that against these very routes.

use axum::Router;
use axum::handler::Handler;
use axum::routing::on;
use utoipa::openapi::HttpMethod;
use utoipa_axum::PathItemExt as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// Handlers of one path, written down by [`routes!`](crate::routes) in both ways.
#[derive(Clone, Copy, Debug)]
pub struct Handlers<D, B> {
    /// The handlers with their description.
    pub described: D,
    /// Adds the bare handlers to a router.
    pub bare: B,
}

/// A router with the state `S` that is filled with handlers: a bare one, or one that knows what is said about them.
pub trait Routes<S>: Default {
    /// The router once it has its state.
    type Finished;

    /// Adds handlers.
    #[must_use]
    fn routes<D, B>(self, handlers: Handlers<D, B>) -> Self
    where
        D: FnOnce() -> UtoipaMethodRouter<S>,
        B: FnOnce(Router<S>) -> Router<S>;

    /// Gives the handlers their state.
    fn with_state(self, state: S) -> Self::Finished;
}

impl<S: Clone + Send + Sync + 'static> Routes<S> for Router<S> {
    type Finished = Router;

    fn routes<D, B>(self, handlers: Handlers<D, B>) -> Self
    where
        D: FnOnce() -> UtoipaMethodRouter<S>,
        B: FnOnce(Self) -> Self,
    {
        (handlers.bare)(self)
    }

    fn with_state(self, state: S) -> Router {
        Self::with_state(self, state)
    }
}

impl<S: Clone + Send + Sync + 'static> Routes<S> for OpenApiRouter<S> {
    type Finished = OpenApiRouter;

    fn routes<D, B>(self, handlers: Handlers<D, B>) -> Self
    where
        D: FnOnce() -> UtoipaMethodRouter<S>,
        B: FnOnce(Router<S>) -> Router<S>,
    {
        Self::routes(self, (handlers.described)())
    }

    fn with_state(self, state: S) -> OpenApiRouter {
        Self::with_state(self, state)
    }
}

/// Adds one handler to a bare router; used by [`routes!`](crate::routes).
pub fn route<S, H, T>(router: Router<S>, path: &str, methods: &[HttpMethod], handler: &H) -> Router<S>
where
    H: Handler<T, S>,
    T: 'static,
    S: Clone + Send + Sync + 'static,
{
    methods.iter().fold(router, |router, method| router.route(path, on(method.to_method_filter(), handler.clone())))
}

/// The handlers of one path, each with its `utoipa::path`.
#[macro_export]
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {
        $crate::Handlers {
            described: || utoipa_axum::routes!($($handler),+),
            bare: |router| {
                $(
                    let (path, methods) = utoipa_axum::paste! {(
                        utoipa_axum::routes!(@path [path()] of $handler),
                        utoipa_axum::routes!(@path [methods()] of $handler),
                    )};
                    let router = $crate::route(router, &path, &methods, &$handler);
                )+
                router
            },
        }
    };
}
