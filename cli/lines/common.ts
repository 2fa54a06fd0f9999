// Options that several commands have, under one name.
import type { Option } from '../command-line.ts'

/** `--output`, `-o`: the form of an answer that is a table. */
export const outputOption: Option = {
  form: '--output <format>',
  short: 'o',
  about: 'table, json, yaml or markdown',
  default: 'table',
}

/** `--json`: results for programs, beside what is shown. */
export const jsonOption: Option = {
  form: '--json <file>',
  about: 'write the results as JSON ("-": to stdout)',
}

/** `--feature-gates` of a whole cluster. */
export const featureGatesOption: Option = {
  form: '--feature-gates <gates>',
  type: 'mapStringBool',
  about: 'of every component, as A=true,B=false',
}

/** `--update`: documents are made to say what really happens. */
export const updateOption: Option = {
  form: '--update',
  about: 'write what really happened into the document, where an output differs',
}

/** `--plan`. @param about what the plan is for */
export const planOption = (about: string): Option => ({
  form: '--plan <plan>',
  about: `a plan that ships, or a file: ${about}`,
})

/** `--kind` of what changed between releases. @param whose changes, as `of diff` */
export const kindOption = (whose: string): Option => ({
  form: '--kind <kind>',
  about: `${whose}: only changes of gate, api, field or default`,
})
