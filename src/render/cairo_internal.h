/* The cairo back end, for PNG and the frames of animated PNG. */
#ifndef LW_RENDER_CAIRO_INTERNAL_H
#define LW_RENDER_CAIRO_INTERNAL_H

#include <cairo.h>

#include "scene_internal.h"

/* Draws the scene over everything that is there. */
void cairo_scene(cairo_t *cr, const struct scene *scene);
/* An opaque surface of the scene's size; check its status. */
cairo_surface_t *cairo_surface_for(const struct scene *scene);
/* Appends the surface as a PNG file. */
lw_status cairo_png(cairo_surface_t *surface, struct lw_buffer *out,
                    struct lw_error *err) LW_MUST_CHECK;

#endif
