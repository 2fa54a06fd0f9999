/** Of the host, of caches, which come in any order, and of flags that stand in component-flags.json. */
const ofTheHost = /^time=|FLAG: |Caches populated for |oom_score_adj|OOMScore|sysctl"|nf_conntrack/
const header = /^([IWEF])\d{4} \d{2}:\d{2}:\d{2}\.\d+ +\d+ [^\]]+\] /

/** What a kube-proxy logged until it knew what to do: the lines up to its version, as `I "message" key="value"`. */
export function startLog(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(header, '$1 '))
  const end = lines.findIndex((line) => line.startsWith('I "Version info"'))
  return lines.slice(0, end + 1).filter((line) => !ofTheHost.test(line))
}
