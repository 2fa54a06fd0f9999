import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readMatrix } from './read-matrix.ts'

const dir = mkdtempSync(join(tmpdir(), 'matrix-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const file = join(dir, 'module.ts')

function matrixOf(text: string) {
  writeFileSync(file, text)
  return readMatrix(file, undefined)
}

describe('the matrix of a module that is not run', () => {
  it.each([
    ["export const matrix = { apiserver: '1.36' }\n", { apiserver: '1.36' }],
    [
      'export const matrix: Matrix = {\n  "kubelet": `n`, // why\n  gates: ["A=true", \'B=false\',],\n} as const;\nthrow 1\n',
      { kubelet: 'n', gates: ['A=true', 'B=false'] },
    ],
    [
      "export const matrix = { apiserver: '1.36' } satisfies Matrix\nexport default () => {}\n",
      { apiserver: '1.36' },
    ],
    [
      "export const matrix = { apiserver: '1.36' }\n\n// The scenario.\nexport default () => {}\n",
      { apiserver: '1.36' },
    ],
    ['export default () => {}\n', {}],
    ['// export const of matrix\nexport default () => {}\n', {}],
  ])('is read from %j', async (text, matrix) => {
    expect(await matrixOf(text)).toEqual({ kind: 'module', file, matrix })
  })
  it.each([
    'export const matrix = make()\n',
    "export const matrix = { apiserver: '1.' + 36 }\n",
    "export const matrix = { ...other, apiserver: '1.36' }\n",
    'export const matrix = { apiserver: `${release}` }\n',
    "export const matrix = { apiserver: '1.36' }\n  .changed()\n",
    "export const matrix = { apiserver: '1.36' } // one\n  /* two */ .changed()\n",
    "export const matrix = { apiserver: '1.36' }, other = run()\n",
    "const matrix = { apiserver: '1.36' }\nexport { matrix }\n",
    "export * from './other.mjs'\n",
    'export const matrix = {',
  ])('is refused where only running tells: %j', async (text) => {
    await expect(matrixOf(text)).rejects.toThrow('--list does not run the module')
  })
  it('is checked as one that was run', async () => {
    await expect(matrixOf("export const matrix = { kubelets: 'n' }\n")).rejects.toThrow(
      '`matrix` has texts for',
    )
  })
})
