import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["dist/", "vendor/", "node_modules/", "mus/data.js", "mus/messages.js"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true, args: "all", argsIgnorePattern: "^_" }],
      "no-implicit-globals": "error",
      "no-eval": "error",
      "no-restricted-syntax": [
        "error",
        // HTML is never built from strings: everything on the screen is drawn through html`…`.
        { selector: "MemberExpression[property.name='innerHTML']", message: "Draw with html`…`." },
        { selector: "MemberExpression[property.name='onLine']", message: "Nothing trusts navigator.onLine." },
      ],
      "no-shadow": ["error", { builtinGlobals: false, hoist: "never" }],
      "object-shorthand": "error",
    },
  },
  {
    files: ["src/sw.js"],
    languageOptions: { sourceType: "script", globals: { ...globals.serviceworker, KNOWN: "readonly" } },
    rules: { "no-implicit-globals": "off" },
  },
  { files: ["pack*.js", "tests/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
