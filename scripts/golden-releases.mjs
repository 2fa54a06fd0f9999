// Recordings hold several releases, and a copy in e2e/golden may hold more than what it is a copy of: what is added here.
import { isDeepStrictEqual } from 'node:util'

/** Where a recorded answer or case says which releases it is of. */
const named = ['releases', 'release', 'version', 'binary']

/** `1.24` of `v1.24.17`, `kubelet v1.24.17` and `1.24`; undefined for what is no release. */
const releaseIn = (text) =>
  typeof text === 'string' ? /^(?:[a-z-]+ )?v?(1\.\d+)(?:\.\d+)?$/.exec(text)?.[1] : undefined

/** Whether `1.24` or `v1.24.17` is there, and FROM has nothing of that release. */
const isOther = (text, known) => {
  const release = releaseIn(text)
  return release !== undefined && !known.has(release)
}

/** Whether an item of a list is about other releases only. */
const isOfOthers = (item, known) =>
  item !== null &&
  typeof item === 'object' &&
  named.some((key) => {
    const of = item[key]
    return Array.isArray(of) ? of.length > 0 && of.every((name) => isOther(name, known)) : isOther(of, known)
  })

/** A recording without answers, cases and keys of releases that are not `known`. */
export function withoutOthers(value, known) {
  if (Array.isArray(value))
    return value.filter((item) => !isOfOthers(item, known)).map((item) => withoutOthers(item, known))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key]) => !isOther(key, known))
  return Object.fromEntries(
    kept.map(([key, item]) => [
      key,
      // Elsewhere `1.2` may be an address that is none.
      key === 'releases' && Array.isArray(item)
        ? item.filter((name) => !isOther(name, known))
        : withoutOthers(item, known),
    ]),
  )
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a copy says of the `known` releases what the recording says; texts that are no JSON are the same or not. */
export function holds(copy, recording, known) {
  if (copy === recording) return true
  const [ours, theirs] = [parsed(copy), parsed(recording)]
  return ours !== undefined && theirs !== undefined && isDeepStrictEqual(withoutOthers(ours, known), theirs)
}

const inText = /(?<![\w.])v?(1\.\d+)(?:\.\d+)?(?![\w])/g

/** What this project alone has recorded, of any release: rules in ipvs mode, command lines with all kinds of flags. */
const recordedHere =
  /\/ipvs-variants\.json$|\.ipvs\.golden\.txt$|\/command-lines\.json$|\/line-cases-v[\d.]+\.json$/

/** Whether a file that FROM does not have is the project's own: it is of a release that FROM does not have, or of none. */
export function isOwn(name, text, known) {
  if (recordedHere.test(name)) return true
  const inName = [...name.matchAll(inText)].map(([, release]) => release)
  if (inName.length > 0) return inName.some((release) => !known.has(release))
  const quoted = [...text.matchAll(/"v?(1\.\d+)(?:\.\d+)?"/g)].map(([, release]) => release)
  return quoted.length === 0 || quoted.some((release) => !known.has(release))
}
