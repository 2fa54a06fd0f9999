// The package as a user sees it: each entry has a built file and types that a strict compiler takes, however it resolves modules.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { codeIn } from '../../docs/guide/code-in.ts'

interface Entry {
  types: string
  default: string
}
const { exports: entries } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  exports: Record<string, Entry | string>
}
const compiler = join(packageRoot, 'node_modules/typescript-native/bin/tsc')
/** All but one are checked: the types that client-node brings along do not check with libraries. */
const examples = join(packageRoot, 'docs/examples')

/** A project beside others' packages, with kepsim as npm would put it there. */
const above = mkdtempSync(join(tmpdir(), 'kepsim-user-'))
const project = join(above, 'project')
const installed = join(project, 'node_modules/kepsim')
afterAll(() => rmSync(above, { recursive: true, force: true }))

function tsc(...args: string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [compiler, ...args], { cwd: project, encoding: 'utf8' })
}

beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  symlinkSync(join(packageRoot, 'node_modules'), join(above, 'node_modules'))
  cpSync(join(packageRoot, 'package.json'), join(installed, 'package.json'))
  const types = spawnSync(process.execPath, ['scripts/build-types.mjs', installed], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  expect(types.stderr).toBe('')
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const name of readdirSync(examples))
    if (!['quotes.test.ts', 'client-node.test.ts'].includes(name))
      cpSync(join(examples, name), join(project, name))
})

it('has a built file and types for every entry', () => {
  const built = Object.values(entries).filter((entry) => typeof entry === 'object')
  expect(built.length).toBeGreaterThan(2)
  for (const entry of built) {
    const file = join(installed, entry.types)
    expect(readdirSync(dirname(file))).toContain(file.slice(dirname(file).length + 1))
    expect(readdirSync(join(packageRoot, 'dist'))).toContain(entry.default.replace('./dist/', ''))
  }
})

it.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('types check with moduleResolution %s, libraries too', (moduleResolution, module) => {
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'es2022', lib: ['es2023', 'esnext.disposable'], types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const checked = tsc('-p', '.')
  expect(checked.stdout).toBe('')
  expect(checked.status).toBe(0)
})

it('the TypeScript of all guides is right, with the types that users get', () => {
  const folder = join(project, 'guides')
  mkdirSync(folder)
  const files = readdirSync(join(packageRoot, 'docs/guide'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((guide) =>
      codeIn(`docs/guide/${guide}`)
        .filter(({ lang }) => lang === 'ts')
        .map(({ text }, i) => ({ name: `${guide}-${i + 1}.ts`, text })),
    )
  expect(files.length).toBeGreaterThan(5)
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  const config = {
    extends: join(packageRoot, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      // The entries are those of the package, not the sources.
      paths: {},
      typeRoots: [join(packageRoot, 'node_modules/@types')],
      // A guide shows what one can ask for; it does not have to use it.
      noUnusedLocals: false,
    },
    files: files.map(({ name }) => name),
    include: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const checked = tsc('-p', 'guides')
  expect(checked.stdout).toBe('')
  expect(checked.status).toBe(0)
})
