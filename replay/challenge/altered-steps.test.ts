import { expect, it } from 'vitest'
import { parseDocument } from '../document.ts'
import { stepsOf } from '../steps.ts'
import { alteredSteps } from './altered-steps.ts'

const text = `# T

1. Start:

   \`\`\`
   $ git checkout release-1.33
   $ FEATURE_GATES=SomeFeature=true,OtherThing=false hack/local-up-cluster.sh
   \`\`\`

2. Go on:

   \`\`\`
   $ git checkout release-1.34
   $ hack/local-up-cluster.sh
   \`\`\`

3. Disable the \`SomeFeature\` feature gate in kube-apiserver.
`

it('turns each gate, and leaves out each release after the first', () => {
  const document = parseDocument('x.md', text)
  const altered = alteredSteps(stepsOf(document, document.sections[1]!))
  expect(altered.map(({ kind, line, from, to }) => [kind, line, from, to])).toEqual([
    ['gate', 7, 'SomeFeature=true', 'SomeFeature=false'],
    ['gate', 7, 'OtherThing=false', 'OtherThing=true'],
    ['hop', 13, 'git checkout release-1.34', ''],
    ['gate', 17, 'SomeFeature=false', 'SomeFeature=true'],
  ])
  expect(JSON.stringify(altered[1]!.steps)).toContain('SomeFeature=true,OtherThing=true')
})
