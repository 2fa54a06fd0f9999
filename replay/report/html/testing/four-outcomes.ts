import type { Finding, Outcome, ReplayResult, StepResult } from '../../../outcome.ts'

/** What a stranger may write: escape sequences, markup, workflow commands, characters that XML does not have. */
export const nasty = '\u001b[2J\u009b1m</x>&"\'\r\n::add-mask::a\n##[error]b \u202e\ud800\ufffe\u0000'

const step = (number: string, title: string, outcome: Outcome, findings: Finding[]): StepResult => ({
  number,
  title,
  line: 10,
  outcome,
  milliseconds: 1000,
  findings,
  checks: [{ kind: 'output', line: 11 }],
  commands: [],
  components: [],
  fields: [],
})

/** A step of each outcome. @param text stands in every place that a document or a command fills */
export const fourOutcomes = (text = 'text'): ReplayResult => ({
  file: 'a.md',
  milliseconds: 4000,
  notes: [`runs on 1.34: ${text}`],
  sections: [
    {
      title: `Upgrade ${text}`,
      line: 1,
      steps: [
        step('1', `one ${text}`, 'passed', [{ outcome: 'note', line: 12, message: `by the way ${text}` }]),
        step('2.1', 'two', 'differs', [
          { outcome: 'not checked', line: 20, message: 'not understood' },
          {
            outcome: 'differs',
            line: 21,
            message: `other ${text}`,
            expected: ` a ${text}`,
            actual: text,
            why: text,
          },
        ]),
        step('', 'three', 'not checked', [
          { outcome: 'not checked', line: 30, message: `not understood ${text}` },
        ]),
        step('10', 'four', 'could not run', [
          { outcome: 'could not run', line: 40, message: 'depends on line 21' },
        ]),
      ],
    },
  ],
})
