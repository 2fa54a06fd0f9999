// Writes docs/cli.md from what the commands print for --help.
// usage: node scripts/update-cli-reference.mjs [--verify]      --verify: exit code 1 where the file says something else
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const file = join(root, 'docs/cli.md')
/** Commands whose help is folded, since it lists every flag of a component. */
const long = new Set(['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'])
/** Commands with a help of their own below a command. */
const subcommands = { 'kube-proxy': ['rules', 'config'] }

function helpOf(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/kepsim', ...words, '--help'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', NO_COLOR: '1', COLUMNS: '100' },
  })
  if (status !== 0 || stdout.trim() === '')
    throw new Error(`kepsim ${words.join(' ')} --help ends with ${status}: ${stderr}`)
  return stdout.trimEnd()
}

const fenced = (text) => `\`\`\`text\n${text}\n\`\`\`\n`

function section(name, about) {
  const help = fenced(helpOf(name))
  const body = long.has(name) ? `<details>\n<summary>Its help</summary>\n\n${help}\n</details>\n` : help
  const parts = [`## kepsim ${name}\n\n${about[0].toUpperCase()}${about.slice(1)}.\n\n${body}`]
  for (const sub of subcommands[name] ?? [])
    parts.push(`### kepsim ${name} ${sub}\n\n${fenced(helpOf(name, sub))}`)
  return parts.join('\n')
}

const codes = `## Exit codes

| code | of kepsim's own commands |
| --- | --- |
| 0 | it is done; what was checked holds |
| 1 | what was checked does not hold: something differs, a rule is broken, a directory is damaged |
| 2 | it could not be run: a wrong command line (one line says what would be right), a file that cannot be read, a component that does not start; of replay, skew and path also: something was not checked |
| 130, 143 | it was ended by Ctrl-C, or by SIGTERM; \`up\` ends with 0 then |

[The guide for CI](guide/ci.md#exit-codes) tells more of those of replay, skew and path. kube-apiserver, kube-controller-manager,
kube-scheduler, kubelet, kube-proxy, kubectl, etcdctl and etcdutl end as the real ones do.

An error is one line. With \`KEPSIM_DEBUG=1\` in the environment its stack follows, which says where in kepsim, or in a module of your
own, it arose, and those of the errors behind it. Components and \`kepsim up -d\` write it to their log in any case.
`

/** Commands that take the options of the real programs. */
const real = new Set([...long, 'kubectl', 'etcdctl', 'etcdutl'])

/** Which options several commands have: each is the same thing in all of them. */
function commonOptions(commands) {
  const uses = new Map()
  for (const { name } of commands.filter((command) => !real.has(command.name)))
    for (const [, short = '', option] of helpOf(name).matchAll(
      /^ {2}(?:(-\w), |\s*)(--[a-z-]+(?: <[^>]+>)?)/gm,
    )) {
      const known = uses.get(option) ?? { short, names: [] }
      if (!known.names.includes(name)) known.names.push(name)
      uses.set(option, known)
    }
  const rows = [...uses]
    .filter(([option, { names }]) => names.length > 1 && !option.startsWith('--help'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([option, { short, names }]) =>
        `| \`${option.replaceAll('|', '\\|')}\`${short && `, \`${short}\``} | ${names.join(', ')} |`,
    )
  return `## Options that several commands have\n\nAll have \`--help\`, \`-h\`. An option takes the same in each of its commands.\n\n| option | commands |\n| --- | --- |\n${rows.join('\n')}\n`
}

function reference() {
  const usage = helpOf()
  const commands = [...usage.matchAll(/^ {2}(\S+) {2,}(.+)$/gm)].map(([, name, about]) => ({ name, about }))
  if (commands.length === 0) throw new Error('kepsim --help lists no commands')
  const head =
    '# The commands\n\n<!-- Written by scripts/update-cli-reference.mjs: change the help of a command, then run it. -->\n\n'
  const sections = commands.map(({ name, about }) => section(name, about))
  return `${head}${fenced(usage)}\n${codes}\n${commonOptions(commands)}\n${sections.join('\n')}`
}

/** The first line that differs, of both. */
function firstDifference(old, fresh) {
  const [a, b] = [old.split('\n'), fresh.split('\n')]
  const i = b.findIndex((line, n) => line !== a[n])
  const at = i < 0 ? b.length : i
  return `docs/cli.md:${at + 1}: is    ${a[at] ?? '(end)'}\ndocs/cli.md:${at + 1}: help  ${b[at] ?? '(end)'}`
}

const fresh = reference()
const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
if (!process.argv.includes('--verify')) {
  writeFileSync(file, fresh)
  console.log(old === fresh ? 'docs/cli.md is up to date' : 'docs/cli.md is written')
} else if (old !== fresh) {
  console.error(
    `${firstDifference(old, fresh)}\ndocs/cli.md is not what the commands say: run 'node scripts/update-cli-reference.mjs'`,
  )
  process.exitCode = 1
} else console.log('docs/cli.md is what the commands say')
