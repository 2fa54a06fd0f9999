// What a sentence says of a gate, where itself or what stands below it says the contrary.
import { gatesBeside } from './instructions/gates-in.ts'
import type { Instruction, WantedEdit } from './instructions/instruction.ts'

const on = String.raw`(?:re-?)?enabl(?:e|es|ed|ing)|(?:turn|switch)(?:s|es|ed|ing)?\s(?:(?:it|the gate|the feature|that)\s)?(?:back\s)?on|back\son`
const off = String.raw`disabl(?:e|es|ed|ing)|(?:turn|switch)(?:s|es|ed|ing)?\s(?:(?:it|the gate|the feature|that)\s)?(?:back\s)?off|back\soff`
/** What turns a gate, in the order of a sentence. */
const turns = new RegExp(
  String.raw`\b(?:(?<on>${on})|(?<off>${off}))\b|\b[A-Z]\w{2,80}\x60?\s?[=:]\s?\x60?(?<value>true|false)\b`,
  'gi',
)
const turnsIn = (text: string): boolean[] =>
  [...text.matchAll(turns)].map(({ groups }) => groups!['on'] !== undefined || groups!['value'] === 'true')

/** A way that is only simulated: "simulate upgrade by …", 'disable it ("downgrade")'. */
const simulated =
  /\b(?:simulat|emulat|mimic)\w*\s(?:(?:an?|the|this|another)\s)?(upgrad\w+|downgrad\w+|roll(?:ing)?[ -]?back)\b|\(\W?(upgrade|downgrade|rollback)\W?\)/i
/** What is on where the feature is not. */
const inverse = /\b(?:Disable|Legacy|No|Skip)[A-Z]|\b(?:old|legacy|deprecated|previous)\b|\bre-?enabl/

/** "Simulate upgrade by disabling the feature": who upgrades gets it. Who has it again may call that anything. */
export function goesByOtherTurn(text: string): boolean {
  const way = simulated.exec(text)
  if (way === null || inverse.test(text)) return false
  const states = turnsIn(text)
  const isUp = /^up/i.test((way[1] ?? way[2])!)
  return states.length > 0 && states.every((state) => state !== isUp)
}

const wanted =
  /\b(?:if|to)\b[^,.;]{0,40}?\b(?:(enable)|disable)\s(?:the|this)\sfeature\b[^,;]{0,60},\s(.{1,400})/i
const gateTurned =
  /\b(?:(enable)|disable)\s(?:the\s)?`(?![A-Z]*(?:Disable|Legacy|No|Skip)[A-Z])[A-Z]\w{2,80}`|`(?!(?:Disable|Legacy|No|Skip)[A-Z])[A-Z]\w{2,80}`\s(?:feature\s)?gate\s(?:is|stays|remains)\s(?:(not)\s)?(?:(enabled)|disabled)\b/i

/** "If you want to disable the feature, enable the `X` feature gate". */
export function advisesOtherTurn(text: string): boolean {
  const [, isOn, rest = ''] = wanted.exec(text) ?? []
  const found = gateTurned.exec(rest)
  if (found === null) return false
  const [, enables, not, enabled] = found
  return ((isOn !== undefined) !== ((enables ?? enabled) !== undefined)) !== (not !== undefined)
}

/** Variables of the shell have capitals alone. */
const setGates = /(?<![\w-])(?![A-Z\d_]{1,80}\b)([A-Z]\w{2,80})["'\]]{0,2}\s?[=:]\s?["']?(true|false)\b/g

/** "Enable it, then disable it" above commands that do so the other way round. */
export function turnsInOtherOrder(text: string, typed: readonly string[]): boolean {
  const said = turnsIn(text)
  if (said.length < 2 || new Set(said).size === 1) return false
  const given = typed.flatMap((one) => [...one.matchAll(setGates)])
  const states = given.map(([, , value]) => value === 'true')
  return (
    new Set(given.map(([, gate]) => gate)).size === 1 &&
    states.length === said.length &&
    states.some((state, at) => state !== said[at])
  )
}

/** Right before what is taken away. */
const removes = /\b(?:remov|delet|drop|unset|clear|tak)\w*\b(?:(?!\b(?:set|add|append|pass|put)\b)[^\n])*$/i

/** "Disable the gate X" above a note that has `X=true`, or that takes `X=false` away: an instruction's gates against a text. */
export const givesOtherValue = (instructions: readonly Instruction[], text: string): boolean =>
  instructions.some((one) => one.kind === 'change' && hasOtherValue(one.edits, text))

function hasOtherValue(edits: readonly WantedEdit[], text: string): boolean {
  const isRemoved = (at: number): boolean => removes.test(text.slice(Math.max(0, at - 80), at))
  return edits.some((edit) => {
    if (edit.kind !== 'gate' || edit.value === undefined) return false
    const given = [...text.matchAll(setGates)].flatMap(({ index, 1: gate, 2: value }) =>
      edit.gate === undefined || gate === edit.gate ? [(value === 'true') !== isRemoved(index)] : [],
    )
    return given.length > 0 && !given.includes(edit.value)
  })
}

/** "**With `X` off**" above commands that turn it on. */
export const headsOtherGates = (heading: string, commands: readonly string[]): boolean =>
  hasOtherValue(gatesBeside(heading.replace(/^\W*(?=\w)/, '')), commands.join('\n'))

const toSame = /(`[^`]{1,200}`)\s+(?:to|into)\s+\1|\bfrom\s+(\S{1,60})\s+to\s+\2(?=[\s.,;:]|$)/i
/** "Change it from 3 to 3". */
export const changesNothing = (text: string): boolean => toSame.test(text)
