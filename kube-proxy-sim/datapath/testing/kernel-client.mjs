// Who sends packets to kernel-node.mjs: pods by pod0, others by ext0. Each packet is the first of a connection.

import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { sendAll } from './kernel-send.mjs'

const ip = (text) => execFileSync('ip', text.split(' '))
const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
const said = async () => (await lines.next()).value

console.log('here')
const { clients, gateways, packets } = JSON.parse(await said())
ip('link set lo up')
for (const [device, table] of [
  ['pod0', 100],
  ['ext0', 200],
]) {
  ip(`link set ${device} up`)
  for (const one of clients[device]) {
    ip(`address add ${one}/32 dev ${device}`)
    ip(`rule add from ${one} table ${table}`)
  }
  ip(`route add default via 169.254.0.1 dev ${device} table ${table} onlink`)
  ip(`neigh replace 169.254.0.1 lladdr ${gateways[device]} dev ${device} nud permanent`)
}
console.log('ready')
await said()
await sendAll(packets)
console.log('sent')
await said()
