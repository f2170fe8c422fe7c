import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../engine.js';
import {
  controlOf,
  difficultyProblem,
  given,
  helpOf,
  placeOf,
  problemOf,
  sentence,
  sortedOptions,
  toldOf,
} from '../../src/make/options.js';
import { titleOf } from '../../src/texts.js';
import { loadEngine } from './kinds.js';

const int = { name: 'boxes', type: 'int', default: '3', min: 1, max: 10, help: 'boxes' };
const size = { name: 'size', type: 'size', default: '2x2', help: 'room size' };
const range = { name: 'lines', type: 'range', help: 'box lines' };
const flag = { name: 'unique', type: 'flag', default: true, help: 'one solution' };
const choice = {
  name: 'rooms',
  type: 'choice',
  default: 'templates',
  choices: ['templates', 'given'],
  help: 'rooms',
};

test('each type has its control', () => {
  assert.deepEqual([int, size, range, flag, choice].map(controlOf), [
    'number',
    'text',
    'text',
    'check',
    'select',
  ]);
});

test('only what differs from the default is given, typed', () => {
  const values = { boxes: '3', size: ' 7x5 ', lines: '', unique: true, rooms: 'given' };
  assert.deepEqual(given([int, size, range, flag, choice], values), {
    size: '7x5',
    rooms: 'given',
  });
  assert.deepEqual(given([int, flag], { boxes: '4', unique: false }), { boxes: 4, unique: false });
});

test('wrong values are told, right ones are not', () => {
  for (const good of ['', '1', '10', 7]) assert.equal(problemOf(int, good), '', String(good));
  for (const bad of ['0', '11', '2.5', 'x', 'NaN']) assert.notEqual(problemOf(int, bad), '', bad);
  for (const good of ['', '7x5', '7 x 5']) assert.equal(problemOf(size, good), '');
  for (const bad of ['7', '7x', 'ax5']) assert.notEqual(problemOf(size, bad), '');
  for (const good of ['', '3', '3..7', '3..', '..7', '0.5..2']) {
    assert.equal(problemOf(range, good), '', good);
  }
  for (const bad of ['..', 'a..b', '3-7']) assert.notEqual(problemOf(range, bad), '', bad);
});

test('a range of difficulties may be open, not upside down', () => {
  for (const good of /** @type {[string, string][]} */ ([
    ['', ''],
    ['3', ''],
    ['', '10'],
    ['2.5', '2.5'],
  ])) {
    assert.equal(difficultyProblem(good), '', good.join());
  }
  for (const bad of /** @type {[string, string][]} */ ([
    ['0', ''],
    ['', '11'],
    ['7', '3'],
  ])) {
    assert.notEqual(difficultyProblem(bad), '', bad.join());
  }
});

test('names and help read like sentences', () => {
  assert.equal(titleOf('options', 'keep-objects'), 'Keep objects');
  assert.equal(titleOf('options', 'colours', 'flow'), 'Pairs');
  assert.equal(titleOf('options', 'colours', 'no such game'), 'Colours');
  assert.equal(titleOf('measures', '__proto__'), '  proto  ');
  assert.equal(sentence('boxes'), 'Boxes.');
  assert.equal(sentence('Really?'), 'Really?');
  assert.equal(
    sentence(
      '--boxes asks for 3 but --max-boxes allows 2: raise --room-tries (or give --examples)',
      'sokoban',
    ),
    '“Boxes” asks for 3 but “Maximum boxes” allows 2: raise “Room tries” (or give “Example levels”).',
  );
  assert.equal(sentence('well--known 3--4'), 'Well--known 3--4.');
});

test('a refusal is told at the field it points to, whatever its words', () => {
  const names = ['boxes', 'size', 'board', 'min-boxes', 'count'];
  assert.deepEqual(
    placeOf({ message: "boxes: '99' is not between 1 and 16", place: '/options/boxes' }, names),
    { name: 'boxes', text: "'99' is not between 1 and 16." },
  );
  assert.deepEqual(placeOf({ message: 'size must be WxH', place: '/options/board' }, names), {
    name: 'board',
    text: 'Size must be WxH.',
  });
  assert.equal(placeOf({ message: 'must be at most 200', place: '/count' }, names).name, 'count');
  // Words that are names of fields say nothing: only the place does.
  assert.equal(placeOf({ message: 'boxes: too many', place: '/elsewhere' }, names), null);
  assert.equal(placeOf({ message: '16 boxes need 48 floor squares' }, names), null);
  assert.equal(placeOf({ message: '' }, names), null);
  assert.equal(placeOf(null, names), null);
});

test('away from its field a refusal has the title of the field', () => {
  assert.equal(
    toldOf(
      { message: "max-boxes: '0' is not between 1 and 16", place: '/options/max-boxes' },
      'sokoban',
    ),
    "Maximum boxes: '0' is not between 1 and 16.",
  );
  assert.equal(toldOf({ message: 'the time is over' }), 'The time is over.');
  assert.equal(toldOf({ message: 'note: this stays' }), 'Note: this stays.');
});

test('every refusal of a form by the engine points to one of its fields', async () => {
  const engine = await loadEngine();
  const { kinds } = engine.call({ call: 'kinds' });
  let n = 0;
  for (const kind of kinds.filter((one) => !one.from_source)) {
    for (const { name: method, options } of kind.generators) {
      const names = options.map((option) => option.name);
      for (const { name, type, min = 0, max = 0 } of options.filter(
        (option) => option.type !== 'flag',
      )) {
        for (const wrong of type === 'int' || type === 'real'
          ? [min - 1, max + 1]
          : ['9..3', '-']) {
          const refused = /** @type {any} */ (
            engine.ask({
              call: 'generate',
              game: kind.name,
              method,
              options: { [name]: wrong },
              candidates: 1,
              seconds: 0.01,
            })
          );
          if (refused.error !== 'usage') continue;
          n += 1;
          const told = placeOf(new EngineError(refused), names);
          assert.equal(told?.name, name, `${method} ${name}=${wrong}: ${refused.message}`);
          assert.doesNotMatch(told.text, /--/);
        }
      }
    }
  }
  assert.ok(n > 100, `${n} refusals`);
});

test('help says nothing of the command line', () => {
  assert.equal(
    helpOf({ name: 'odd', type: 'int', help: 'odds (1 with search=literal, else 3) of it' }),
    'Odds of it.',
  );
  assert.equal(helpOf({ name: 'odd', type: 'int', help: 'squares (w_b)' }), 'Squares (w_b).');
  assert.doesNotMatch(helpOf({ name: 'board', type: 'size', help: 'x (y=1)' }), /=/);
});

test('the options most people want come first, none is lost', () => {
  const method = {
    name: 'farthest',
    summary: '',
    options: [flag, range, size, int],
    main: ['size', 'boxes'],
  };
  const [main, more] = sortedOptions(method);
  assert.deepEqual(
    main.map((option) => option.name),
    ['size', 'boxes'],
  );
  assert.deepEqual([...main, ...more].length, method.options.length);
  assert.deepEqual(sortedOptions({ ...method, main: undefined })[0], []);
});
