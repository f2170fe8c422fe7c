/* Bands: easy, medium, hard. */
#ifndef LW_RATING_BAND_H
#define LW_RATING_BAND_H

/* Thirds of the percentiles. */
enum lw_band { LW_BAND_EASY, LW_BAND_MEDIUM, LW_BAND_HARD };
enum lw_band lw_band_of(double percentile);
const char *lw_band_name(enum lw_band band);

#endif
