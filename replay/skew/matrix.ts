// The cells of a matrix: every combination that the version skew policy supports.

import { compareReleases, oldestOf } from '../../cluster/release-order.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import {
  nodeSkewRange,
  type SkewVersions,
  serverSkewProblem,
  skewProblems,
} from '../../featuregates/skew-policy.ts'
import { InputError } from '../input-error.ts'
import { gateAxis, type Matrix, releasesOf, serversOf } from './axes.ts'
import { type Cell, type GateSetting, serversText } from './cell.ts'
import { serverRefusals } from './server-refusal.ts'

/** The releases that a matrix can name. */
export interface MatrixFacts {
  newest: string
  known(release: string): boolean
  plan?: ReleasePlan
}

const minorOrNone = (release: string | undefined): number | undefined =>
  release === undefined ? undefined : minorOf(release)

/** All cells in the order of the axes, apiserver slowest. @param unsupported adds those that the policy leaves out */
export function cellsOf(matrix: Matrix, facts: MatrixFacts, unsupported = false): Cell[] {
  const known = (release: string): boolean => facts.known(release)
  const gates = combinations((matrix.gates ?? []).map(gateAxis))
  const cells: Cell[] = []
  for (const servers of serversOf(matrix.apiserver ?? facts.newest, known)) {
    // What every server supports: nothing may be newer than the oldest.
    const apiserver = oldestOf(servers, facts.plan)
    const several = servers.length > 1 ? { apiservers: servers } : {}
    const axis = (text: string | undefined, name: string): (string | undefined)[] =>
      text === undefined ? [undefined] : releasesOf(text, name, apiserver, known)
    for (const emulated of axis(matrix.emulated, 'emulated'))
      for (const minCompatibility of axis(matrix.minCompatibility, 'min-compatibility'))
        for (const kubelet of releasesOf(matrix.kubelet ?? 'n', 'kubelet', apiserver, known))
          for (const kubeProxy of axis(matrix.kubeProxy, 'kube-proxy'))
            for (const settings of gates)
              cells.push(
                cellOf(facts, {
                  apiserver,
                  ...several,
                  kubelet,
                  kubeProxy,
                  emulated,
                  minCompatibility,
                  gates: settings,
                }),
              )
  }
  return unsupported ? cells : cells.filter((cell) => cell.unsupported === undefined)
}

type CellParts = Omit<Cell, 'id' | 'unsupported' | 'refusals'>

function cellOf({ plan }: Pick<MatrixFacts, 'plan'>, part: CellParts): Cell {
  // In the order in which they start: what one refuses ends it.
  const refusals =
    newestFirst(part, plan)
      .map((apiserver) => serverRefusals({ ...part, apiserver }, plan))
      .find((texts) => texts.length > 0) ?? []
  const reasons = [...refusals, ...problemsOf(part)]
  return {
    ...part,
    id: idOf(part),
    unsupported: reasons.length > 0 ? reasons.join('; ') : undefined,
    refusals,
  }
}

const serversIn = ({ apiserver, apiservers }: CellParts): readonly string[] => apiservers ?? [apiserver]

const newestFirst = (part: CellParts, plan: ReleasePlan | undefined): string[] =>
  [...serversIn(part)].sort((a, b) => compareReleases(b, a, plan))

/** What the policy says against the cell, once each. */
function problemsOf(part: CellParts): string[] {
  const apart = serverSkewProblem(serversIn(part).map(minorOf))
  const ofNodes = serversIn(part).flatMap((server) => skewProblems(minorsOf(part, server)))
  return [...new Set([...(apart === undefined ? [] : [apart]), ...ofNodes])]
}

const minorsOf = (part: CellParts, apiserver: string): SkewVersions => ({
  apiserver: minorOf(apiserver),
  emulated: minorOrNone(part.emulated),
  minCompatibility: minorOrNone(part.minCompatibility),
  kubelet: minorOf(part.kubelet),
  kubeProxy: minorOrNone(part.kubeProxy),
})

function idOf(part: CellParts): string {
  const words = [`apiserver=${serversText(part)}`]
  if (part.emulated !== undefined) words.push(`emulated=${part.emulated}`)
  if (part.minCompatibility !== undefined) words.push(`min-compatibility=${part.minCompatibility}`)
  words.push(`kubelet=${part.kubelet}`)
  if (part.kubeProxy !== undefined) words.push(`kube-proxy=${part.kubeProxy}`)
  for (const { component, gate, value } of part.gates)
    words.push(`${component === undefined ? '' : `${component}:`}${gate}=${value ?? 'unset'}`)
  return words.join(' ')
}

function combinations(axes: readonly GateSetting[][]): GateSetting[][] {
  return axes.reduce<GateSetting[][]>(
    (all, axis) => all.flatMap((chosen) => axis.map((setting) => [...chosen, setting])),
    [[]],
  )
}

/** The cell with node components of the nearest releases that the policy supports for its servers, of which those that are too old are newer. */
export function nearestSupported(asked: Cell, facts: Pick<MatrixFacts, 'plan'> = {}): Cell {
  const cell = withNearServers(asked, facts)
  const ranges = serversIn(cell).map((server) => nodeSkewRange(minorsOf(cell, server)))
  const oldest = Math.max(...ranges.map((range) => range.oldest))
  const newest = Math.min(...ranges.map((range) => range.newest))
  const within = (release: string): string => {
    const minor = Math.min(Math.max(minorOf(release), oldest), newest)
    return minor === minorOf(release) ? release : `1.${minor}`
  }
  const kubelet = within(cell.kubelet)
  const kubeProxy = cell.kubeProxy === undefined ? undefined : within(cell.kubeProxy)
  const near = cellOf(facts, { ...cell, kubelet, kubeProxy })
  // With a wide range each may be supported, and both together not.
  return near.unsupported === undefined ? near : cellOf(facts, { ...cell, kubelet, kubeProxy: kubelet })
}

function withNearServers(cell: Cell, { plan }: Pick<MatrixFacts, 'plan'>): Cell {
  if (cell.apiservers === undefined) return cell
  const newest = Math.max(...cell.apiservers.map(minorOf))
  const apiservers = cell.apiservers.map((release) =>
    serverSkewProblem([minorOf(release), newest]) === undefined ? release : `1.${newest - 1}`,
  )
  return { ...cell, apiservers, apiserver: oldestOf(apiservers, plan) }
}

/** The cells that hold every word of `only` (`kubelet=1.33 Gate=true`); a word without `=` may be a part of one. */
export function onlyCells(cells: readonly Cell[], only: string | undefined): Cell[] {
  const wanted = (only ?? '').split(/[\s,]+/).filter((word) => word !== '')
  const chosen = cells.filter((cell) => {
    const words = cell.id.split(' ')
    return wanted.every((want) =>
      words.some((word) =>
        want.includes('=') ? word === want || word.endsWith(`:${want}`) : word.includes(want),
      ),
    )
  })
  if (chosen.length === 0 && cells.length > 0)
    throw new InputError('', undefined, `--only ${only}: no cell is named so; the first is "${cells[0]!.id}"`)
  return chosen
}

/** The part `2/4` of the cells, dealt out in turn so that every shard has some of each release. */
export function shardOf(cells: readonly Cell[], shard: string | undefined): Cell[] {
  if (shard === undefined) return [...cells]
  const match = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard)
  if (match === null || Number(match[1]) > Number(match[2]))
    throw new InputError('', undefined, `--shard ${shard}: write it as 2/4, the second of four parts`)
  return cells.filter((_cell, i) => i % Number(match[2]) === Number(match[1]) - 1)
}
