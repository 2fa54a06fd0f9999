// Writes cel/parser/gen from the grammar of CEL: `npm run cel-parser`. Needs the network: npx runs the generator.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const parser = join(root, 'cel/parser')
const generator = 'antlr-ng@1.0.10'
const header = '// @ts-nocheck\n// Written by `npm run cel-parser` from ../CEL.g4; do not edit.\n'

/** What cel-go before 0.23 had instead: no escaped identifiers. */
const before = [
  [/id=escapeIdent /g, 'id=IDENTIFIER '],
  [/\(opt='\?'\)\? escapeIdent/g, "(opt='?')? IDENTIFIER"],
  [/escapeIdent\n(.*\n)*? {4};\n/, ''],
  [/^ESC_IDENTIFIER .*\n/m, ''],
  [
    / {4}: leadingDot='\.'\? id=IDENTIFIER .*\n {4}\| leadingDot='\.'\? id=IDENTIFIER \(op=.*\n/,
    "    : leadingDot='.'? id=IDENTIFIER (op='(' args=exprList? ')')? # IdentOrGlobalCall\n",
  ],
  ['grammar CEL;', 'grammar CELBefore;'],
]

/** What cel-go before 0.13 had instead: no optional values, and messages as a suffix. */
const first = [
  ...before,
  [
    / {4}\| member op='\.' \(opt(.*\n)*? {4};\n/,
    [
      "    | member op='.' id=IDENTIFIER (open='(' args=exprList? ')')? # SelectOrCall",
      "    | member op='[' index=expr ']' # Index",
      "    | member op='{' entries=fieldInitializerList? ','? '}' # CreateMessage",
      '    ;\n',
    ].join('\n'),
  ],
  [/ {4}\| leadingDot='\.'\? ids\+=(.*\n){2}/, ''],
  ['elems=listInit?', 'elems=exprList?'],
  [/^(listInit|optField|optExpr) :.*\n/gm, ''],
  [/optField/g, 'IDENTIFIER'],
  [/keys\+=optExpr/g, 'keys+=expr'],
  ['grammar CELBefore;', 'grammar CELFirst;'],
]

const tidied = (text) =>
  `${header}${text}`
    .replace(/^type int = number;\n/m, '')
    .replace(/^\/\/ (for running tests|eslint).*\n/gm, '')
    .replace(/^import \{ CEL(?:Before|First)?Visitor .*\n/m, '')
    // Made when the grammar is used first: of three, a server needs one or none.
    .replace(
      /^( +)private static readonly decisionsToDFA = (.*);$/m,
      [
        '$1private static decisions: antlr.DFA[] | undefined;',
        '$1private static get decisionsToDFA(): antlr.DFA[] {',
        '$1    return this.decisions ??= $2;',
        '$1}',
      ].join('\n'),
    )
    .replace(/[ \t]+$/gm, '')

function generate(name, grammar) {
  const folder = mkdtempSync(join(tmpdir(), 'cel-parser-'))
  try {
    writeFileSync(join(folder, `${name}.g4`), grammar)
    const flags = ['-Dlanguage=TypeScript', '-l', 'false', '-v', 'false', '-o', folder]
    execFileSync('npx', ['-y', generator, ...flags, join(folder, `${name}.g4`)], { stdio: 'inherit' })
    for (const part of ['Lexer', 'Parser'])
      writeFileSync(
        join(parser, 'gen', `${name}${part}.ts`),
        tidied(readFileSync(join(folder, `${name}${part}.ts`), 'utf8')),
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const grammar = readFileSync(join(parser, 'CEL.g4'), 'utf8')
const changed = (changes) => changes.reduce((text, [from, to]) => text.replace(from, to), grammar)
generate('CEL', grammar)
generate('CELBefore', changed(before))
generate('CELFirst', changed(first))
