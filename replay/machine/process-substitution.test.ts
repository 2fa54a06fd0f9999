import { expect, it } from 'vitest'
import { substituteProcesses } from './process-substitution.ts'

it('runs a substitution with a here-document first', () => {
  const command = 'kind create --config=<(cat <<EOF\nkind: Cluster # )\nEOF\n) --name a'
  expect(substituteProcesses(command, () => '/tmp/f')).toEqual({
    command: 'kind create --config=/tmp/f --name a',
    before: ['{ cat <<EOF\nkind: Cluster # )\nEOF\n} > /tmp/f'],
  })
})

it.each(['diff <(ls a) <(ls b)', 'cat <<EOF\na\nEOF', 'kind create --config=<(cat <<EOF\nkind: Cluster\n'])(
  'leaves %j to the shell',
  (command) => {
    expect(substituteProcesses(command, () => '/tmp/f')).toEqual({ command, before: [] })
  },
)
