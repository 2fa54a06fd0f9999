import { expect, it } from 'vitest'
import { address } from '../../kube-proxy-sim/datapath/address.ts'
import { Conntrack, translateDestination } from '../../kube-proxy-sim/datapath/conntrack.ts'
import { withConnections } from './rule-tools.ts'
import { fakeMachine } from './testing/fake-machine.ts'

it.each([
  ['conntrack -L', '', 'conntrack v1.4.7 (conntrack-tools): 0 flow entries have been shown.\n', 0],
  ['conntrack -C', '0\n', '', 0],
  [
    'conntrack -D -p udp --dport 53',
    '',
    'conntrack v1.4.7 (conntrack-tools): 0 flow entries have been deleted.\n',
    1,
  ],
  ['conntrack -E', '', 'conntrack: this machine lists, counts and deletes connections only: -E\n', 2],
  [
    'conntrack -L --zone 3',
    '',
    'conntrack: this machine lists, counts and deletes connections only: -L --zone 3\n',
    2,
  ],
])('%s on a node that no packet came to', async (command, stdout, stderr, exitCode) => {
  const { machine } = fakeMachine()
  await machine.run('kube-apiserver')
  expect(await machine.run(command)).toMatchObject({ stdout, stderr, exitCode })
})

it('ipvsadm -Ln tells the connections of each server', () => {
  const table = new Conntrack()
  for (const [sourcePort, answered] of [
    [1, true],
    [2, true],
    [3, false],
  ] as const) {
    const [source, destination] = [address('10.244.0.7')!, address('10.0.0.10')!]
    const { connection } = table.track(
      { protocol: 'tcp', source, sourcePort, destination, destinationPort: 80 },
      0,
    )
    translateDestination(connection, address('10.244.1.1')!, 8080)
    connection.balanced = true
    connection.answered = answered
    table.confirm(connection)
  }
  const text = (active: string, inactive: string): string =>
    [
      'TCP  10.0.0.10:80 rr',
      `  -> 10.244.1.1:8080              Masq    1      ${active.padEnd(10)} ${inactive.padEnd(10)}`,
      `  -> 10.244.1.2:8080              Masq    1      ${'0'.padEnd(10)} ${'0'.padEnd(10)}`,
      '',
    ].join('\n')
  expect(withConnections(text('0', '0'), table.list(0))).toBe(text('2', '1'))
})
