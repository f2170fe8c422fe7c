// The choice of the next pair, as the engine's (src/rating/pairs.c) makes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beliefOf, pairInformation } from '../../src/data/information.js';

const near = (found, wanted) =>
  assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);

test('information is that of the engine', () => {
  near(pairInformation({ mean: 0, variance: 2.25 }, { mean: 0, variance: 2.25 }), 0.927409494497);
  near(pairInformation({ mean: 1, variance: 1 }, { mean: -1, variance: 0.5 }), 0.124505379191);
});

test('an open question about levels of which little is known tells most', () => {
  const here = beliefOf({ percentile: 50 }, 0);
  const tells = (level, compared) => pairInformation(here, beliefOf(level, compared));
  assert.ok(tells({ percentile: 55 }, 0) > tells({ percentile: 95 }, 0));
  assert.ok(tells({ percentile: 55 }, 0) > tells({ percentile: 55 }, 3));
  assert.ok(tells({}, 0) > tells({ percentile: 50 }, 0));
  assert.equal(beliefOf({ percentile: 50 }, 0).mean, 0);
  // The studio's levels have their place by another name than those that were just made.
  assert.deepEqual(beliefOf({ percent: 80 }, 1), beliefOf({ percentile: 80 }, 1));
});
