// What `kepsim` may do where a document runs it: a document is a stranger's.

/** Commands that read and write files only, and open no socket. */
const files = new Set(['diff', 'gates', 'init', 'kube-proxy rules', 'plan', 'replay', 'transcript'])
/** Commands whose first word decides what they do. */
const subcommands = new Set(['plan walk', 'kube-proxy rules'])
const words = new Set(['--version', 'version', '--help', '-h', 'help'])
/** Asked of a command, or of a subcommand: elsewhere `-h` may be the value of a flag. */
const asksHelp = /^(?:[a-z][a-z-]* )?(?:--help|-h)$/
/** Flags that start programs of the host, lead to servers, wait for its reader, or lift these limits. */
const host = /^--(?:config|kubeconfig|kubectl|keep|shell|challenge|allow-host)(?:=(.*))?$/s
/** A path that leads out of the working directory, also as the value of a flag. */
const outside = /^(?:--?[\w-]+=)?(?:\/|~|file:|(?:[^=]*\/)?\.\.(?:\/|$))/s

/** The reason why a document may not run `kepsim ARGS`, in words that follow the command's name; undefined where it may. */
export function refusedInDocument(args: readonly string[]): string | undefined {
  const [name = '--help', ...rest] = args
  if (words.has(name) || asksHelp.test(rest.join(' '))) return undefined
  const command = subcommands.has(`${name} ${rest[0]}`) ? `${name} ${rest[0]}` : name
  if (!files.has(command)) return `${command} runs modules or opens sockets`
  for (const [i, arg] of rest.entries()) {
    const flag = host.exec(arg)
    if (flag !== null && (flag[1] ?? rest[i + 1]) !== 'builtin') return `${arg} is of its reader's machine`
    if (outside.test(arg)) return `${arg}: it sees the files of its working directory only`
  }
  return undefined
}
