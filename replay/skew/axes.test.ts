import { describe, expect, it } from 'vitest'
import { AxisError, gateAxis, releasesOf, serversOf } from './axes.ts'
import { cellsOf, nearestSupported, onlyCells, shardOf } from './matrix.ts'

const known = (release: string) => /^1\.3[0-6](\.\d+)?$/.test(release)
const facts = { newest: '1.36', known }

describe('an axis of releases', () => {
  it.each([
    ['1.33..1.36', undefined, ['1.33', '1.34', '1.35', '1.36']],
    ['1.30,v1.36', undefined, ['1.30', '1.36']],
    ['1.31.0..1.33', undefined, ['1.31.0', '1.32', '1.33']],
    ['n-3..n', '1.36', ['1.33', '1.34', '1.35', '1.36']],
    ['n', '1.31.0', ['1.31.0']],
    ['n-3..n', '1.31', ['1.30', '1.31']],
    ['n+1', '1.36', []],
  ])('%s from %s is %j', (text, base, releases) => {
    expect(releasesOf(text, 'kubelet', base, known)).toEqual(releases)
  })
  it.each([
    ['1.36..1.33', undefined, 'newer than'],
    ['1.29..1.31', undefined, 'there is no release 1.29'],
    ['n-1', undefined, 'write releases as'],
    ['new', '1.36', 'n-3..n'],
    ['1.30..1.31..1.32', undefined, 'write releases as'],
  ])('%s is refused', (text, base, message) => {
    expect(() => releasesOf(text, 'apiserver', base, known)).toThrow(message)
  })

  it('is refused in the words of the command line, and in those of a module', () => {
    const error = new AxisError('kubelet', '1.2', 'there is no release 1.2 to simulate')
    expect(error.message).toBe('--kubelet 1.2: there is no release 1.2 to simulate')
    expect(error.withoutOption).toBe('kubelet 1.2: there is no release 1.2 to simulate')
    expect(() => releasesOf('1.2', 'kubelet', undefined, known)).toThrow(error)
  })
})

describe('an axis of servers', () => {
  it('has servers that run together, beside those that are alone', () => {
    expect(serversOf('1.34..1.35,1.35+1.36, 1.36 + v1.36', known)).toEqual([
      ['1.34'],
      ['1.35'],
      ['1.35', '1.36'],
      ['1.36', '1.36'],
    ])
  })
  it.each([
    ['1.35..1.36+1.36', 'write servers that run together as 1.35+1.36'],
    ['1.35+', 'write releases as'],
    ['1.35+1.99', 'there is no release 1.99'],
  ])('%s is refused', (text, message) => {
    expect(() => serversOf(text, known)).toThrow(message)
  })
})

describe('an axis of gates', () => {
  it('has values for all components or for one', () => {
    expect(gateAxis('A=true,unset')).toEqual([
      { component: undefined, gate: 'A', value: true },
      { component: undefined, gate: 'A', value: undefined },
    ])
    expect(gateAxis('apiserver:A=off')).toEqual([{ component: 'kube-apiserver', gate: 'A', value: false }])
  })
  it.each(['A', 'A=yes', 'scheduler:A=true', 'constructor:A=true', 'A='])('%s is refused', (text) => {
    expect(() => gateAxis(text)).toThrow('write it as Gate=true,false,unset')
  })
})

describe('a matrix', () => {
  const ids = (matrix: Parameters<typeof cellsOf>[0], unsupported = false) =>
    cellsOf(matrix, facts, unsupported).map((cell) => cell.id)

  it('is one cell of the newest release by default', () => {
    expect(ids({})).toEqual(['apiserver=1.36 kubelet=1.36'])
  })
  it('leaves out what the skew policy does not support, unless asked', () => {
    const matrix = { apiserver: '1.34', kubelet: '1.30,1.34,1.35' }
    expect(ids(matrix)).toEqual(['apiserver=1.34 kubelet=1.34'])
    expect(cellsOf(matrix, facts, true).map((cell) => cell.unsupported)).toEqual([
      'kubelet 1.30 is older than 1.31',
      undefined,
      'kubelet 1.35 is newer than 1.34',
    ])
  })
  it('holds kubelets to the emulated version', () => {
    expect(ids({ emulated: 'n-1..n', kubelet: 'n-1..n' })).toEqual([
      'apiserver=1.36 emulated=1.35 kubelet=1.35',
      'apiserver=1.36 emulated=1.36 kubelet=1.35',
      'apiserver=1.36 emulated=1.36 kubelet=1.36',
    ])
  })
  it('holds nodes to every server, and servers to one another', () => {
    const matrix = { apiserver: '1.34+1.36,1.35+1.36', kubelet: '1.32,1.33,n,1.36' }
    expect(ids(matrix)).toEqual(['apiserver=1.35+1.36 kubelet=1.33', 'apiserver=1.35+1.36 kubelet=1.35'])
    const [far] = cellsOf({ apiserver: '1.34+1.36', kubelet: '1.36' }, facts, true)
    expect(far!.unsupported).toBe(
      'kube-apiserver 1.34 and 1.36 are more than 1 minor apart; kubelet 1.36 is newer than 1.34',
    )
    expect(nearestSupported(far!).id).toBe('apiserver=1.35+1.36 kubelet=1.35')
  })
  it('can be narrowed and dealt out', () => {
    const cells = cellsOf(
      { apiserver: '1.35,1.36', kubelet: 'n-1..n', gates: ['kubelet:A=true,false'] },
      facts,
    )
    expect(onlyCells(cells, 'kubelet=1.35 A=true').map((cell) => cell.id)).toEqual([
      'apiserver=1.35 kubelet=1.35 kubelet:A=true',
      'apiserver=1.36 kubelet=1.35 kubelet:A=true',
    ])
    const shards = [1, 2, 3].map((i) => shardOf(cells, `${i}/3`))
    expect(shards.map((shard) => shard.length)).toEqual([3, 3, 2])
    expect(new Set(shards.flat())).toEqual(new Set(cells))
    expect(() => shardOf(cells, '4/3')).toThrow('--shard 4/3')
    expect(() => onlyCells(cells, 'kubelet=1.30')).toThrow('no cell is named so')
  })
})
