// The ways of packets, drawn from the sender by way of the nodes to the end.
import type { PacketEnd, PacketHop, PacketWay } from '../../../cluster/network/packet-way.ts'
import { escapeMarkup } from '../escape-markup.ts'

/** The ways of a command's packets as a foldable part; empty for none. */
export function packetsView(packets: readonly PacketWay[] = []): string {
  if (packets.length === 0) return ''
  const name =
    packets.length === 1 ? 'The way of 1 packet' : `The ways of the first ${packets.length} packets`
  return `<details class="packets">\n<summary>${name}</summary>\n${packets.map(wayView).join('')}</details>\n`
}

function wayView({ from, to, hops, outcome, end }: PacketWay): string {
  const sent = `<li class="end">${endView(from)}<span>to ${escapeMarkup(to)}</span></li>\n`
  const arrives = `<li class="end ${outcome}"><strong>${outcome}</strong>${outcome === 'delivered' ? endView(end) : ''}</li>\n`
  return `<ol class="way" aria-label="A packet to ${escapeMarkup(to)}">\n${sent}${hops.map(hopView).join('')}${arrives}</ol>\n`
}

const endView = ({ place, of }: PacketEnd): string =>
  `${of === undefined ? '' : `<span>${escapeMarkup(of)}</span>`}<code>${escapeMarkup(place)}</code>`

function hopView({ at, rules }: PacketHop): string {
  if (rules.length === 0) return `<li>${escapeMarkup(at)}</li>\n`
  const list = rules.map((rule) => `<li><code>${escapeMarkup(rule)}</code></li>`).join('')
  const count = rules.length === 1 ? '1 rule' : `${rules.length} rules`
  return `<li>${escapeMarkup(at)}<details><summary>${count}</summary><ol>${list}</ol></details></li>\n`
}
