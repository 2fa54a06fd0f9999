// Sentences that tell what an output was seen under: whoever wants to see it too has to bring that about.
import type { ChangeInstruction, Sentence } from './instruction.ts'

const configured =
  /^(?:with|given|using|under)\s+(?:the\s+)?following\s+`?kubelet`?\s+(?:config(?:uration)?|settings)\b((?:[^.;]|\.(?=\d)){0,80}):\s*$/i
const moved =
  /\b(?:seen|shown|observed|printed)\s+after\s+(?:upgrading|downgrading|rolling back|reverting)\s+(?:the\s+\w+\s+)?(?:back\s+)?to\s+`?v?(1\.\d{1,2}(?:\.\d{1,2})?)`?\s*:\s*$/i

const turned =
  /\b(?:seen|shown|observed|printed)\s+after\s+(?:the\s+)?(?:feature|gate|feature gate)\s+is\s+(?:re-?)?(enabled|disabled)(?:\s+again)?\s*:\s*$/i

/** "With the feature on, the volumes are as large as the limit:" */
const under =
  /^with\s+(?:the|this)\s+(?:feature|gate|feature gate)\s+(?:(?:turned|switched)\s+)?(on|off|enabled|disabled),\s[^;]*:\s*$/i

/** "With the following kubelet configuration:", "the same will be seen after upgrading to v1.33:". */
export function situationIn({ text, line }: Sentence): ChangeInstruction[] {
  const said = { kind: 'change', nodes: 'all', text, line } as const
  const given = configured.exec(text)
  const release =
    given === null ? moved.exec(text)?.[1] : /\bv?(1\.\d{1,2}(?:\.\d{1,2})?)\b/.exec(given[1]!)?.[1]
  const found: ChangeInstruction[] = []
  const way = (turned.exec(text) ?? under.exec(text))?.[1]?.toLowerCase()
  if (way !== undefined)
    found.push({
      ...said,
      edits: [{ kind: 'gate', gate: undefined, value: way === 'enabled' || way === 'on' }],
      components: [],
      asTold: true,
    })
  if (release !== undefined)
    found.push({ ...said, edits: [{ kind: 'release', release }], components: [], unlessDone: true })
  if (given !== null)
    found.push({ ...said, edits: [{ kind: 'fields-below' }], components: ['kubelet'], fromStart: true })
  return found
}
