// vi and its like, and `kubectl edit`: an edit is made as the document tells of it.
import type { ResolvedCommandContext } from 'just-bash'
import { parse, stringify } from '../../component-base/yaml.ts'
import { notDone } from './cluster-change.ts'
import type { CommandResult } from './command-result.ts'
import { type DoneEdits, edited, editedFile } from './edits.ts'
import type { Host } from './host.ts'
import type { KubectlContext, Machine } from './machine.ts'

const ok = (stdout = ''): CommandResult => ({ stdout, stderr: '', exitCode: 0 })

/** Without anything told, the author only looks. What is to be taken away and is not there fails: the file stays as it is. */
export async function editor(
  machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
  host: Host,
): Promise<CommandResult> {
  for (const name of args.filter((arg) => !/^[-+]/.test(arg))) {
    const path = host.absolute(name, ctx.cwd)
    if (!(await host.disk.exists(path))) await host.writeFile(path, '')
    if (machine.editor.edits.length === 0) continue
    const text = await host.disk.readFile(path)
    const done: DoneEdits = new Set()
    const changed = editedFile(text, machine.editor.edits, done)
    const missed = missing(machine, done, path)
    if (missed !== undefined) return missed
    await host.writeFile(path, changed)
  }
  return ok()
}

/** What is to be taken away from a file or object that does not have it. */
function missing({ editor }: Machine, done: DoneEdits, where: string): CommandResult | undefined {
  const removals = editor.edits.filter(
    (edit) =>
      edit.kind === 'flag-removed' ||
      ((edit.kind === 'gate' || edit.kind === 'field') && edit.value === undefined),
  )
  return notDone({ edits: removals, components: [] }, done, where)
}

/** `kubectl edit`: what is got, edited and put back. Undefined for another command. */
export async function kubectlEdit(
  machine: Machine,
  args: readonly string[],
  context: KubectlContext,
): Promise<CommandResult | undefined> {
  const at = args.indexOf('edit')
  if (at < 0 || args.slice(0, at).some((arg) => /^[a-z]/.test(arg) && !isFlagValue(args, arg)))
    return undefined
  if (machine.editor.edits.length === 0)
    return {
      stdout: '',
      stderr: 'error: there is no terminal to edit in, and the document does not say what is edited\n',
      exitCode: 1,
    }
  const others = args.filter((_arg, i) => i !== at)
  const run = machine.options.kubectl
  const got = await run(machine, ['get', ...others, '-o', 'json'], context)
  if (got.exitCode !== 0) return got
  const object = parse(got.stdout) as { kind?: string; items?: object[] }
  const items = object.kind === 'List' ? (object.items ?? []) : [object]
  const done: DoneEdits = new Set()
  const changed = items.map((item) => stringify(edited(item, machine.editor.edits, done))).join('---\n')
  const missed = missing(machine, done, 'what is edited')
  if (missed !== undefined) return missed
  const put = await run(machine, ['replace', ...globalFlags(others), '-f', '-'], {
    ...context,
    stdin: changed,
  })
  return { ...put, stdout: put.stdout.replaceAll(/ replaced$/gm, ' edited') }
}

const isFlagValue = (args: readonly string[], arg: string): boolean =>
  /^(?:-n|--namespace|--context|--kubeconfig)$/.test(args[args.indexOf(arg) - 1] ?? '')

/** Flags that say where, with their values. */
function globalFlags(args: readonly string[]): string[] {
  return args.filter(
    (arg) => /^(?:-n|--namespace|--context|--kubeconfig)(?:=|$)|^-n./.test(arg) || isFlagValue(args, arg),
  )
}
