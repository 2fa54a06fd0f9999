// How much there is of each outcome, what the words say, and the way to the first of each.
import { meanings, type Result, results } from '../outcome-words.ts'
import type { HtmlReport } from './model.ts'
import { badge } from './verdict-view.ts'

/** The legend of the outcomes that occur: in the matrix, or without one in the steps. */
export function outcomeLegend({ matrix, runs }: HtmlReport): string {
  const places = matrix === undefined ? stepPlaces(runs) : cellPlaces(matrix, runs)
  const items = results.flatMap((result) => {
    const found = places.filter(({ verdict }) => verdict === result)
    const [first] = found.flatMap(({ target }) => target ?? [])
    if (found.length === 0) return []
    const count = first === undefined ? `${found.length}` : `<a href="#${first}">${found.length}</a>`
    return [`<li>${count} ${badge(result)} <span>${meanings[result]}</span></li>\n`]
  })
  return items.length === 0 ? '' : `<ul class="outcomes" aria-label="Outcomes">\n${items.join('')}</ul>\n`
}

interface Place {
  verdict: Result
  /** Undefined where nothing more is told of it. */
  target: string | undefined
}

const stepPlaces = (runs: HtmlReport['runs']): Place[] =>
  runs.flatMap(({ steps }, run) =>
    steps.map(({ verdict }, step) => ({ verdict, target: `run-${run}-step-${step}` })),
  )

const cellPlaces = ({ rows }: NonNullable<HtmlReport['matrix']>, runs: HtmlReport['runs']): Place[] =>
  rows.map(({ verdict, run }) => ({
    verdict,
    target: run === undefined || runs[run] === undefined ? undefined : `run-${run}`,
  }))
