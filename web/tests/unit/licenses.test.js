import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagesOf } from '../../licenses.mjs';

test('packages are known by the files that went into a bundle', () => {
  const inputs = [
    'src/app.jsx',
    'node_modules/preact/hooks/dist/hooks.mjs',
    'node_modules/preact/dist/preact.mjs',
    'node_modules/@scope/part/index.js',
    'node_modules/outer/node_modules/inner/index.js',
  ];
  assert.deepEqual(packagesOf(inputs), ['@scope/part', 'inner', 'preact']);
});
