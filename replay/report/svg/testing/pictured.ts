import { replayModel } from '../../html/replay-model.ts'
import { fourOutcomes } from '../../html/testing/four-outcomes.ts'

/** A report in whose timeline a text stands everywhere: moments, components, releases, gates and fields. */
export const pictured = (text = 'text') => {
  const { file, sections, ...rest } = fourOutcomes(text)
  const component = (release: string) => ({
    name: `kubelet/${text}`,
    release,
    gates: [{ gate: `Gate${text}`, value: true, from: 'default' as const }],
  })
  const steps = sections[0]!.steps.map((step, i) => ({
    ...step,
    components: i === 2 ? [] : [component(i === 0 ? text : '1.33.13')],
    fields: [{ field: text, value: i === 0 ? '' : text }],
  }))
  return replayModel({ ...rest, file: file + text, sections: [{ ...sections[0]!, steps }] })
}
