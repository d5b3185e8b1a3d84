/* The deck kernel once more in plain C, for the compiler to do its best: the same words, swaps,
 * rounds and walk as puntobanco.sim.kernel, eight decks, one more round after the cut card.
 * bench/sim.py compiles it, checks that it counts the same, and measures it. Never shipped. */
#include <stdint.h>
#include <string.h>

#define CARDS 416
#define PAST 6
#define GOLDEN 0x9E3779B97F4A7C15u

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void draw_places(uint64_t key, uint64_t redraw, uint64_t shoe, const uint16_t *bounds,
                        const uint16_t *limits, uint16_t *places) {
    static _Thread_local uint64_t words[CARDS / 4];
    static _Thread_local uint16_t odd[CARDS];
    uint64_t begin = key + shoe * 128 * GOLDEN;
    for (int i = 0; i < CARDS / 4; i++) words[i] = mix(begin + (uint64_t)i * GOLDEN);
    const uint16_t *numbers = (const uint16_t *)words;
    uint16_t any = 0;
    for (int i = 0; i < CARDS; i++) {
        uint32_t product = (uint32_t)numbers[i] * bounds[i];
        places[i] = (uint16_t)(i + (product >> 16));
        odd[i] = (uint16_t)product < limits[i];
        any |= odd[i];
    }
    if (!any) return;
    uint64_t word = mix(redraw + shoe * GOLDEN);
    for (int i = 0; i < CARDS; i++)
        while (odd[i]) {
            word += GOLDEN;
            uint32_t product = (uint32_t)(uint16_t)mix(word) * bounds[i];
            places[i] = (uint16_t)(i + (product >> 16));
            odd[i] = (uint16_t)product < limits[i];
        }
}

void places_only(uint64_t key, uint64_t redraw, int64_t first, int64_t shoes, const uint16_t *bounds,
                 const uint16_t *limits, uint16_t *places) {
    for (int64_t s = first; s < first + shoes; s++)
        draw_places(key, redraw, (uint64_t)s, bounds, limits, places);
}

void deck(uint64_t key, uint64_t redraw, int64_t first, int64_t shoes, const int32_t *fresh,
          const uint16_t *bounds, const uint16_t *limits, const uint16_t *classes, int64_t edge,
          int64_t *bins) {
    static _Thread_local uint16_t places[CARDS];
    static _Thread_local int32_t shoe[CARDS];
    static _Thread_local uint8_t points[CARDS + PAST], highest[CARDS + PAST], twos[CARDS + PAST];
    static _Thread_local uint8_t drew[CARDS], thirds[CARDS];
    for (int64_t s = first; s < first + shoes; s++) {
        draw_places(key, redraw, (uint64_t)s, bounds, limits, places);
        memcpy(shoe, fresh, sizeof shoe);
        for (int i = 0; i < CARDS; i++) {
            int32_t card = shoe[i];
            shoe[i] = shoe[places[i]];
            shoe[places[i]] = card;
        }
        for (int i = 0; i < CARDS; i++) points[i] = (uint8_t)((shoe[i] >> 6) & 15);
        for (int i = 0; i < CARDS; i++) highest[i] = (uint8_t)((shoe[i] >> 10) & 15);
        for (int i = 0; i < CARDS + PAST - 2; i++) {
            uint8_t total = (uint8_t)(points[i] + points[i + 2]), less = (uint8_t)(total - 10);
            twos[i] = total < less ? total : less;
        }
        for (int i = 0; i < CARDS; i++) {
            uint8_t p = twos[i], b = twos[i + 1], x = points[i + 4];
            uint8_t lives = (uint8_t)((p < 8) & (b < 8)), player = (uint8_t)(lives & (p < 6));
            uint8_t most = (uint8_t)(5 + player * (uint8_t)(highest[i + 4] - 5));
            uint8_t banker = (uint8_t)(lives & (b <= most));
            uint8_t y = (uint8_t)(x + player * (uint8_t)(points[i + 5] - x));
            uint8_t third = (uint8_t)(10 + player * (uint8_t)(x - 10));
            uint8_t answer = (uint8_t)(10 + banker * (uint8_t)(y - 10));
            thirds[i] = (uint8_t)(third * 11 + answer);
            drew[i] = (uint8_t)(player + banker);
        }
        int64_t at = 1 + (points[0] ? points[0] : 10);
        for (int more = -1;;) {
            if (more < 0 && at >= edge) more = 1;
            if (more == 0) break;
            bins[classes[(twos[at] * 10 + twos[at + 1]) * 121 + thirds[at]]]++;
            at += 4 + drew[at];
            more -= more > 0;
        }
    }
}
