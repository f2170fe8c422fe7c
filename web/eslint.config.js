// The linter's rules. Layout is prettier's business and unused names are the type
// checker's, which also sees what only JSX uses; here is what neither of them finds.
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';

// Paths are those from the top of the repository, because games bring page code too. The endings
// are named because ESLint takes no .jsx file that only a pattern without one would match.
const pages = ['web/src/**/*.{js,jsx}', 'src/games/*/web/**/*.{js,jsx}'];
const inBrowser = [...pages, 'web/engine*.js', 'web/tests/**/*.{js,jsx}'];
const inNode = [
  'web/*.mjs',
  'web/tests/**/*.{js,mjs}',
  'web/eslint.config.js',
  'tools/*.mjs',
  'tests/style/*.mjs',
];

export default [
  { ignores: ['**/dist*/**', '**/node_modules/**'] },
  js.configs.recommended,
  {
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: 'module',
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'array-callback-return': 'error',
      curly: ['error', 'multi-line'],
      'default-case-last': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'guard-for-in': 'error',
      'max-len': [
        'error',
        {
          code: 100,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-caller': 'error',
      'no-constructor-return': 'error',
      'no-eval': 'error',
      'no-implicit-coercion': ['error', { allow: ['!!'] }],
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-new-wrappers': 'error',
      'no-self-compare': 'error',
      'no-shadow-restricted-names': 'error',
      'no-template-curly-in-string': 'error',
      'no-throw-literal': 'error',
      'no-unreachable-loop': 'error',
      'no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
      'no-unused-vars': 'off',
      'no-useless-concat': 'error',
      'no-useless-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-object-spread': 'error',
      'prefer-rest-params': 'error',
      'prefer-spread': 'error',
    },
  },
  { files: inBrowser, languageOptions: { globals: globals.browser } },
  { files: inNode, languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    // A check is a story that is read from top to bottom.
    files: ['web/tests/browser/*.check.mjs'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true }] },
  },
  { files: ['web/sw.js'], languageOptions: { globals: globals.serviceworker } },
  {
    files: pages,
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': ['error', { additionalHooks: 'useLoadEffect' }],
    },
  },
];
