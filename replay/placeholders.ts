// Words of a command that stand for something that its reader is to fill in.

/** `<pod-name>`; what kubectl prints in angle brackets is none. */
const angled =
  /(?<=[\s=/:'",.@(]|^|-)<(?!(?:none|unset|unknown|invalid|nil|pending|error|default|no value)>)([A-Za-z][\w .:/|-]*[\w])>/g
/** `{pod-name}`, `{key from step above}`, outside quotes */
const braced = /(?<=[\s=/:,.-]|^)\{[A-Za-z][\w -]*(?:\.[A-Za-z]\w*)*\}/g
/** `[name]` */
const bracketed = /(?<=\s|=|\/)\[(?!(?:\w-\w)+\])[A-Za-z][\w -]{2,60}\](?=\s|$)/g
const nouns =
  'NAME|NAMES|NAMESPACE|ID|UID|IP|NODE|NODES|POD|PODS|PORT|TOKEN|HASH|CONTAINER|CLUSTER|VERSION|HOST|HOSTNAME|ADDRESS|ENDPOINT|PATH|FILE|FILENAME|DIR|KEY|URL|USER|USERNAME|PASSWORD|RESOURCE|TYPE|KIND|RELEASE|IMAGE|SERVICE|SECRET|CONTEXT|NS|PVC|PV|JOB|DEPLOYMENT|STATEFULSET'
/** `NODE_NAME`, `YOUR_POD`, `PODNAME`: a whole argument, or a part of a path */
const capital = new RegExp(`(?<=\\s|[/=:@])(?:[A-Z0-9]+[_-])*(?:${nouns})(?=[\\s/:;|)]|$)`, 'g')
/** `xxxx`, `web-xxx-yyy`, `1.X.Y`, `1.33.x`, `x.x.x.x` */
const crossed =
  /(?<=[\s=/:"'@])[\w.@:-]{0,80}?(?<![A-Za-z0-9])(?:x{3,40}|X{3,40}|(?:v?\d+\.)?(?:x\.y|X\.Y|y\.z)(?:\.[zZ])?|v?\d+\.\d+\.[xX]|(?:[xX]\.){3}[xX])(?![A-Za-z0-9])[\w.:*-]*/g
/** `kubelet ... --v=2`, `TOKEN=…`, `/sys/.../cpu.max`, `/path/to/file`, `your-pod` */
const elided = /(?<=\s|=)(?:\.{3}|…)(?=\s|$)|(?<=\/)(?:\.{3}|…)(?=\/)/g
/** `_device_` */
const underlined = /(?<=\s|=)_[a-z][a-z-]{1,40}_(?=\s|$)/g
const path = /(?<=[\s=@"']|^)\/?path\/to\/[\w./-]*/g
const yours = /(?<=[\s=/])(?:your|YOUR)[-_]?[A-Za-z][\w-]*/g

/** Placeholders in a command, as they are written, each once, in no special order; what programs match or print is none. */
export function placeholdersIn(command: string): string[] {
  const lines = command.split('\n')
  const body = lines.findIndex((line) => /<<-?\s*\\?["']?[A-Za-z_]/.test(line))
  const typed = (body < 0 ? lines : lines.slice(0, body + 1)).join('\n')
  const own = typed
    .replace(/(?<=\|\s{0,4})(?:e|f)?grep\s[^|]*/g, ' ')
    .replace(/(?<=\s)#\s[^\n]*/g, '')
    .replace(/<<?-?\s?\\?["']?\w+/g, (mark) => (mark.startsWith('<<') ? ' ' : mark))
  const argued = own.replace(/'[^']*'/g, (quoted) => (/\s/.test(quoted) ? ' ' : quoted))
  const bare = own.replace(/'[^']*'|"[^"]*"/g, ' ')
  const found = [
    ...matches(angled, argued.includes('</') ? '' : argued),
    ...matches(
      braced,
      bare.replace(/\S+/g, (word) => (/(?:jsonpath|template|columns)[\w-]*=/.test(word) ? ' ' : word)),
    ),
    ...(/^\s*(?:\[\[?|test)\s/.test(bare) ? [] : matches(bracketed, bare)),
    ...matches(
      capital,
      bare
        .replace(/(?:^|\s)[A-Za-z_]\w*=\S*|custom-columns=\S*|\bprintenv\s+\S+|(?<=\s)-X\s*\S+/g, ' ')
        .replace(/--from-\w+=\S*/g, ' '),
    ),
    ...matches(crossed, argued),
    ...matches(elided, bare),
    ...matches(underlined, bare),
    ...matches(path, argued),
    ...matches(yours, argued),
    ...valuesIn(body < 0 ? [] : lines.slice(body + 1)),
  ]
  return [...new Set(found)]
}

const matches = (shape: RegExp, text: string): string[] => [...text.matchAll(shape)].map(([whole]) => whole)

/** `name: <your-name>` in what a command is given to read. */
const valuesIn = (lines: readonly string[]): string[] =>
  lines.flatMap(
    (line) => /^[\s-]*[\w./-]+:\s+["']?(<[a-z][\w -]*>)["']?\s*$/i.exec(line.slice(0, 300))?.[1] ?? [],
  )
