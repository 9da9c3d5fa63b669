/* Breakout a second time, written from the description in breakout.rs alone and in the plainest way: every brick is
 * a rectangle, and everything is compared with everything. Reads lines of "seed-in-hex proof", writes for each line
 * the verdict, the points, the frames played, the balls left and a hash of all that was seen in every frame. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ChaCha with 8 rounds, zero nonce, and Lemire's bounded draw. */

static uint32_t key[8], block_words[16];
static uint64_t block;
static int used;

static uint32_t turn(uint32_t v, int n) { return v << n | v >> (32 - n); }

static void quarter(uint32_t *x, int a, int b, int c, int d) {
    x[a] += x[b]; x[d] = turn(x[d] ^ x[a], 16);
    x[c] += x[d]; x[b] = turn(x[b] ^ x[c], 12);
    x[a] += x[b]; x[d] = turn(x[d] ^ x[a], 8);
    x[c] += x[d]; x[b] = turn(x[b] ^ x[c], 7);
}

static uint32_t next_word(void) {
    if (used == 16) {
        uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
        memcpy(start + 4, key, sizeof key);
        start[12] = (uint32_t)block;
        start[13] = (uint32_t)(block >> 32);
        block++;
        memcpy(block_words, start, sizeof start);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 4; i++) quarter(block_words, i, 4 + i, 8 + i, 12 + i);
            for (int i = 0; i < 4; i++) quarter(block_words, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
        }
        for (int i = 0; i < 16; i++) block_words[i] += start[i];
        used = 0;
    }
    return block_words[used++];
}

static uint32_t below(uint32_t bound) {
    for (;;) {
        uint64_t product = (uint64_t)next_word() * bound;
        if ((uint32_t)product >= (uint32_t)(0x100000000ull % bound)) return (uint32_t)(product >> 32);
    }
}

/* The court, in units of 1/256 pixel. */

struct rect { int left, top, right, bottom; };
struct brick { struct rect at; int hits, points; };

static struct brick wall[60];
static int broken, cleared, score, balls, paddle;
static int in_play, x, y, vx, vy;

static void build(void) {
    for (int i = 0; i < 60; i++) {
        int row = i / 10, column = i % 10;
        wall[i].at = (struct rect){column * 48 * 256, (60 + row * 20) * 256, (column + 1) * 48 * 256, (80 + row * 20) * 256};
        wall[i].hits = row == 0 ? 2 : 1;
        wall[i].points = 10 * (6 - row);
    }
}

static struct rect ball(void) { return (struct rect){x - 1024, y - 1024, x + 1024, y + 1024}; }

static int overlap(struct rect a, struct rect b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

static void fly(int zone) {
    static const int sine[] = {0, 66, 128, 181, 222}, cosine[] = {256, 247, 222, 181, 128};
    int step = broken / 20 + cleared;
    int u = 512 + 64 * (step > 8 ? 8 : step);
    vx = u * sine[abs(zone)] / 256;
    if (zone < 0) vx = -vx;
    vy = -(u * cosine[abs(zone)] / 256);
}

/* Hits every brick in the way; returns one of them or NULL. */
static struct brick *bricks(void) {
    struct brick *met = NULL;
    struct rect b = ball();
    for (int i = 0; i < 60; i++) {
        if (wall[i].hits > 0 && overlap(b, wall[i].at)) {
            met = &wall[i];
            if (--wall[i].hits == 0) {
                broken++;
                score += wall[i].points;
            }
        }
    }
    return met;
}

static int wall_is_gone(void) {
    for (int i = 0; i < 60; i++) if (wall[i].hits > 0) return 0;
    build();
    cleared++;
    in_play = 0;
    return 1;
}

static void step(void) {
    struct brick *met;
    x += vx;
    if (x - 1024 < 0) { x = 1024; vx = abs(vx); }
    if (x + 1024 > 122880) { x = 122880 - 1024; vx = -abs(vx); }
    if ((met = bricks())) {
        x = vx > 0 ? met->at.left - 1024 : met->at.right + 1024;
        vx = -vx;
        if (wall_is_gone()) return;
    }
    int was_above = y + 1024 <= 600 * 256;
    y += vy;
    if (y - 1024 < 0) { y = 1024; vy = abs(vy); }
    if ((met = bricks())) {
        y = vy > 0 ? met->at.top - 1024 : met->at.bottom + 1024;
        vy = -vy;
        if (wall_is_gone()) return;
    }
    if (vy > 0 && was_above && y + 1024 > 600 * 256) {
        int centre = paddle * 256;
        if (x - 1024 < centre + 40 * 256 && x + 1024 > centre - 40 * 256) {
            int offset = x - centre, zone = (9 * abs(offset) + 11264) / 22528;
            y = 596 * 256;
            fly(offset < 0 ? -zone : zone);
        }
    }
    if (y + 1024 >= 640 * 256) { in_play = 0; balls--; }
}

static uint64_t hash;

static void see(int value) {
    for (int i = 0; i < 4; i++) hash = (hash ^ ((uint32_t)value >> (8 * i) & 255)) * 0x100000001b3ull; /* FNV-1a */
}

static char line[40000];

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char *proof = strchr(line, ' ') + 1;
        proof[strcspn(proof, "\n")] = 0;
        for (int i = 0; i < 8; i++) {
            key[i] = 0;
            for (int b = 0; b < 4; b++) {
                unsigned byte;
                sscanf(line + 8 * i + 2 * b, "%2x", &byte);
                key[i] |= (uint32_t)byte << (8 * b);
            }
        }
        block = 0; used = 16; hash = 0xcbf29ce484222325ull;
        broken = cleared = score = in_play = x = y = vx = vy = 0; balls = 3; paddle = 240;
        build();
        int frames = 0;
        const char *verdict = "unfinished";
        for (; *proof; proof++) {
            if (balls == 0 || frames == 36000) { verdict = "overrun"; break; }
            frames++;
            char c = *proof;
            paddle += c == '0' ? 0 : c >= 'a' ? -(c - 'a' + 1) : c - 'A' + 1;
            if (paddle < 40) paddle = 40;
            if (paddle > 440) paddle = 440;
            if (!in_play) {
                static const int serves[] = {-2, -1, 1, 2};
                in_play = 1;
                x = paddle * 256;
                y = 596 * 256;
                fly(serves[below(4)]);
            }
            for (int i = 0; i < 2 && in_play; i++) step();
            see(paddle);
            see(in_play);
            if (in_play) { see(x); see(y); see(vx); see(vy); }
            see(score);
            for (int row = 0; row < 6; row++) {
                int hits = 0;
                for (int column = 0; column < 10; column++) hits = hits * 3 + wall[10 * row + column].hits;
                see(hits);
            }
        }
        if (!*proof && (balls == 0 || frames == 36000)) verdict = "over";
        printf("%s %d %d %d %016llx\n", verdict, score, frames, balls, (unsigned long long)hash);
    }
    return 0;
}
