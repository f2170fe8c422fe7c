// How hard a level is, as one number for bars and sorting.

/** Where a level stands from 0 to 100, or null: a game nobody measured has a plain scale of
 * 1 to 10, or none. @param {any} rated a reply of `rate` */
export const percentOf = (rated) =>
  rated?.percentile ?? (rated?.rating == null ? null : ((rated.rating - 1) / 9) * 100);
