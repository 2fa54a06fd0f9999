import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commands } from '../commands.ts'
import { complete, joined } from './complete.ts'
import { shellScripts } from './shell-scripts.ts'

/** The candidates for a line that ends where the cursor is. */
async function wordsFor(line: string): Promise<string[]> {
  const { candidates } = await complete(line.split(' '), commands)
  return candidates.map(({ word }) => word)
}

describe('what Tab offers', () => {
  it('is each command, its verbs and its options', async () => {
    expect(await wordsFor('')).toEqual(expect.arrayContaining(Object.keys(commands)))
    expect(await wordsFor('ga')).toEqual(['gates'])
    expect(await wordsFor('help tr')).toEqual(['transcript'])
    expect(await wordsFor('plan ')).toEqual(['list', 'show', 'init', 'lint', 'walk'])
    expect(await wordsFor('cluster --json x set')).toEqual(['set-gates'])
    expect(await wordsFor('skew --k')).toEqual(['--kubelet', '--kube-proxy', '--kubectl'])
    expect(await wordsFor('replay --guar')).toEqual([])
  })
  it.each([
    ['gates --release 1.3', '1.36'],
    ['up --release=1.3', '--release=1.36'],
    ['diff 1.30 1.3', '1.36'],
    ['skew a.mjs --apiserver 1.33..1.3', '1.33..1.36'],
    ['path 1.30,1.3', '1.30,1.36'],
    ['gates NodeDeclaredF', 'NodeDeclaredFeatures'],
    ['up --feature-gates Foo=true,NodeDeclaredF', 'Foo=true,NodeDeclaredFeatures='],
    ['skew --gates kubelet:NodeDeclaredFeatures=t', 'kubelet:NodeDeclaredFeatures=true'],
    ['cluster set-gates NodeDeclaredFeatures=f', 'NodeDeclaredFeatures=false'],
    ['plan show kep-4', 'kep-4004'],
    ['replay --plan kep-4', 'kep-4004'],
    ['gates -o j', 'json'],
    ['path --orders ', 'prescribed'],
    ['completion f', 'fish'],
    ['kube-apiserver --enable-adm', '--enable-admission-plugins'],
    ['kube-proxy r', 'rules'],
    ['kube-proxy rules t', 'trace'],
    ['kubectl create secret g', 'generic'],
    ['kubectl get --field-s', '--field-selector'],
    ['etcdctl snapshot s', 'save'],
  ])('of %j has %s', async (line, word) => {
    expect(await wordsFor(line)).toContain(word)
  })
  it.each([
    ['replay ', 'files'],
    ['skew --json ', 'files'],
    ['up --data ', 'dirs'],
    ['data check ', 'dirs'],
    ['kubectl apply -f ', 'files'],
    ['up --nodes ', 'none'],
    ['nothing of that kind ', 'none'],
  ])('of %j is the shell’s own: %s', async (line, also) => {
    expect((await complete(line.split(' '), commands)).also).toBe(also)
  })
  it('knows words that bash has cut', () => {
    expect(joined(['up', '--release', '=', '1.3'])).toEqual(['up', '--release=1.3'])
    expect(joined(['skew', '--gates', 'kubelet', ':', 'A', '='])).toEqual(['skew', '--gates', 'kubelet:A='])
  })
})

const dir = mkdtempSync(join(tmpdir(), 'kepsim-completion-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Stands for kepsim: answers as it would, and writes down what it is asked. */
function standIn(answer: string): string {
  const program = join(dir, 'kepsim')
  writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$@" > '${dir}/asked'\nprintf '${answer}'\n`)
  chmodSync(program, 0o700)
  return program
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe('the script of', () => {
  it('bash fills COMPREPLY', () => {
    standIn('1.35\\tthe last but one\\n1.36\\n:none\\n')
    const script = `${shellScripts['bash']}
COMP_WORDS=(kepsim up --release = 1.3) COMP_CWORD=4
_kepsim; printf '%s\\n' "\${COMPREPLY[@]}"; cat asked; complete -p kepsim`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      cwd: dir,
      encoding: 'utf8',
      env: { PATH: `${dir}:${process.env['PATH']}` },
    })
    expect([stdout, stderr]).toEqual([
      '1.35\n1.36\n__complete|bash|up|--release|=|1.3|complete -F _kepsim kepsim\n',
      '',
    ])
  })
  it('bash offers files where kepsim says so', () => {
    standIn(':files\\n')
    writeFileSync(join(dir, 'notes with space.md'), '')
    const script = `${shellScripts['bash']}
COMP_WORDS=(kepsim replay no) COMP_CWORD=2
_kepsim; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
      cwd: dir,
      encoding: 'utf8',
      env: { PATH: `${dir}:${process.env['PATH']}` },
    })
    expect(stdout).toBe('notes with space.md\n')
  })
  it.skipIf(!has('fish'))('fish offers what kepsim says, with what it is', () => {
    standIn('gates\\task for the life\\ngates2\\n:none\\n')
    const script = `${shellScripts['fish']}\ncomplete -C 'kepsim ga'`
    const { stdout } = spawnSync('fish', ['--no-config', '-c', script], {
      cwd: dir,
      encoding: 'utf8',
      env: { PATH: `${dir}:${process.env['PATH']}`, HOME: dir },
    })
    expect(stdout).toBe('gates\task for the life\ngates2\n')
  })
  it.skipIf(!has('zsh'))('zsh registers itself', () => {
    const script = `autoload -Uz compinit; compinit -u -d '${dir}/dump'\n${shellScripts['zsh']}\necho $_comps[kepsim]`
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], { cwd: dir, encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['_kepsim\n', ''])
    standIn('A=\\nb:c\\tthe last\\n1.36\\n:none\\n')
    // Tab, as the line editor calls it.
    const tab = `compdef() {}; _describe() { print -rl -- "\${@:3}" "\${(@P)4}" }
${shellScripts['zsh']}
words=(kepsim up "") CURRENT=3; _kepsim`
    const answer = spawnSync('zsh', ['-f', '-c', tab], {
      cwd: dir,
      encoding: 'utf8',
      env: { PATH: `${dir}:${process.env['PATH']}` },
    })
    expect([answer.stdout, answer.stderr]).toEqual([
      'kepsim\nreplies\nb\\:c:the last\n1.36\nkepsim\nopen\n-S\n\nA=\n',
      '',
    ])
  })
})
