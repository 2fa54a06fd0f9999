import { parentOf } from '../files/parent-of.ts'
import { ended, type ShellCommand } from './shell-command.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Text in the place of a template's X: another one for each number. */
function drawn(length: number, number: number): string {
  let [text, rest] = ['', (number * 2_654_435_761) >>> 0]
  for (let i = 0; i < length; i++) {
    text += letters[rest % letters.length]
    rest = (Math.imul(rest ^ (rest >>> 15), 2_246_822_519) + i + number) >>> 0
  }
  return text
}

/** Makes a file or, with -d, a folder of a name that is not taken. The names are the same each time. */
export const mktemp = (isBusybox: boolean): ShellCommand => {
  let made = 0
  return async (args, { fs, cwd, exportedEnv }) => {
    const at = args.indexOf('-p')
    const folder =
      at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith('--tmpdir='))?.slice('--tmpdir='.length)
    const flags = args.filter((arg) => /^-[a-z]/.test(arg)).join('')
    const given = args.find((arg, i) => !arg.startsWith('-') && args[i - 1] !== '-p')
    const template = given ?? `tmp.${'X'.repeat(isBusybox ? 6 : 10)}`
    const [marks] = /X+(?=[^X]*$)/.exec(template) ?? ['']
    if (marks.length < (isBusybox ? 6 : 3))
      return ended(
        1,
        isBusybox ? 'mktemp: (null): Invalid argument\n' : `mktemp: too few X's in template '${template}'\n`,
      )
    const isBeside = given === undefined || folder !== undefined || flags.includes('t')
    const whole = isBeside ? `${folder ?? exportedEnv?.['TMPDIR'] ?? '/tmp'}/${template}` : template
    let path = whole
    do path = whole.replace(/X+(?=[^X]*$)/, drawn(marks.length, ++made))
    while (await fs.exists(fs.resolvePath(cwd, path)))
    const full = fs.resolvePath(cwd, path)
    if (!(await fs.exists(parentOf(full) || '/'))) {
      const what = flags.includes('d') ? 'directory' : 'file'
      const text = isBusybox ? '(null)' : `failed to create ${what} via template '${whole}'`
      return ended(1, `mktemp: ${text}: No such file or directory\n`)
    }
    if (flags.includes('d')) await fs.mkdir(full)
    else if (!flags.includes('u')) await fs.writeFile(full, '')
    return ended(0, '', `${path}\n`)
  }
}
