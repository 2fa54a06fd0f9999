import { describe, expect, it } from 'vitest'
import { commandLine } from './command-line.ts'
import { parseDocument } from './document.ts'
import { filesRead, writesFile } from './files-read.ts'
import { type BesideDocument, ShownFiles } from './shown-files.ts'

const files = (text: string, beside?: BesideDocument) =>
  new ShownFiles(parseDocument('doc/x.md', text), beside)
const yaml = (text: string) => `\`\`\`yaml\n${text}\n\`\`\`\n`
const typed = (text: string) => `\`\`\`sh\n${text}\n\`\`\`\n`

describe('a file is found', () => {
  it.each<[string, string]>([
    [
      'under another heading',
      `# A\n\nThe file \`job.yaml\`:\n\n${yaml('a: 1')}\n# B\n\n${typed('kubectl apply -f job.yaml')}`,
    ],
    [
      'after it',
      `# A\n\n${typed('kubectl apply -f job.yaml')}\n# B\n\nWith \`job.yaml\`:\n\n${yaml('a: 1')}`,
    ],
    [
      'in a list',
      `1. Write **job.yaml**:\n\n   \`\`\`yaml\n   a: 1\n   \`\`\`\n\n${typed('kubectl apply -f job.yaml')}`,
    ],
    ['by its first comment', `${yaml('# job.yaml\na: 1')}\n${typed('kubectl apply -f job.yaml')}`],
    [
      'in a block without a language',
      `Here is job.yaml:\n\n\`\`\`\na: 1\n\`\`\`\n\n${typed('kubectl apply -f job.yaml')}`,
    ],
    ['as cat shows it', `\`\`\`\n$ cat ./job.yaml\na: 1\n\`\`\`\n\n${typed('kubectl apply -f job.yaml')}`],
    ['as it is written', typed("cat <<'EOF' > job.yaml\na: 1\nEOF")],
    ['as tee writes it', typed('sudo tee job.yaml <<EOF\na: 1\nEOF')],
  ])('%s', (_where, text) => {
    expect(files(text).find('job.yaml', 100)?.content).toMatch(/^(?:# job.yaml\n)?a: 1\n$/)
  })
  it('as it was shown last, and where its directory is the same', () => {
    const shown = (name: string, value: number) => `The file \`${name}\`:\n\n${yaml(`a: ${value}`)}\n`
    const text = shown('a/x.yaml', 1) + shown('a/x.yaml', 2) + shown('b/x.yaml', 3)
    expect(files(text).find('a/x.yaml', 9)?.content).toBe('a: 1\n')
    expect(files(text).find('~/a/x.yaml', 99)?.content).toBe('a: 2\n')
    expect(files(text).find('x.yaml', 99)?.content).toBe('a: 3\n')
    expect(files(text).find('c/x.yaml', 99)).toBeUndefined()
  })
  it('beside the document, by a relative path only', () => {
    const asked: string[] = []
    const found = files('', (path) => {
      asked.push(path)
      return path === 'a/job.yaml' ? 'a: 1' : undefined
    })
    expect(found.find('./a/job.yaml', 7)).toEqual({ content: 'a: 1', line: 7 })
    expect(found.find('/etc/job.yaml', 7)).toBeUndefined()
    expect(found.find('../job.yaml', 7)).toBeUndefined()
    expect(found.find('b.yaml', 7)).toBeUndefined()
    expect(asked).toEqual(['a/job.yaml', 'b.yaml'])
  })
  it('not where its body is one that the shell fills in', () => {
    expect(files(typed('cat <<EOF > a.yaml\nb: $C\nEOF')).find('a.yaml', 1)).toBeUndefined()
  })
  it('or it is told where it was looked for', () => {
    expect(files('').missing('a.yaml')).toBe(
      'there is no a.yaml: no block of the document has that name, or the prose before it; no command writes or shows it',
    )
    expect(files('', () => undefined).missing('a.yaml')).toMatch(/; there is no plain file doc\/a.yaml$/)
    expect(files('', () => undefined).missing('~/a.yaml')).toMatch(/only relative paths/)
  })
})

it.each<[string, string[]]>([
  ['kubectl apply -Rf a.yaml,b.yaml', ['a.yaml', 'b.yaml']],
  ['kubectl create cm x --from-file=key=a/b.txt --from-file c.env', ['a/b.txt', 'c.env']],
  ['kubectl patch ns a --patch "$(cat patch.yaml)"', ['patch.yaml']],
  ['cat a.yaml | kubectl apply -f -', ['a.yaml']],
  ['envsubst < tpl.yaml | kubectl apply -f -', ['tpl.yaml']],
  ['kubectl logs -f web.a', []],
  ['rm -f a.yaml', []],
  ['kubectl apply -f .', []],
  ['kubectl apply -f dir/', []],
  ['curl -d @body.json http://localhost', ['body.json']],
  ['helm install a b -f values.yaml', ['values.yaml']],
  ['bash check.sh && ./run.sh a', ['check.sh', './run.sh']],
  ['cp a.yaml b.yaml', ['a.yaml']],
  ['sudo kubeadm init --config=/root/config.yaml', ['/root/config.yaml']],
  ['kubectl apply -f - <<EOF\nfile: -f x.yaml\nEOF', []],
])('%s reads %j', (command, read) => {
  expect(filesRead(commandLine(command))).toEqual(read)
})

it.each([
  ['kubectl get pod x -o yaml > a.yaml', true],
  ['kubectl get pod x -o yaml | tee a.yaml', true],
  ['wget https://example.com/a.yaml', true],
  ['curl -sLo a.yaml https://example.com/b', true],
  ['kubectl cp web:/tmp/b a.yaml', true],
  ['kubectl -n web cp web:/tmp/b ./a.yaml -c main --retries=3', true],
  ['kubectl cp web:/tmp/b b-a.yaml', false],
  ['kubectl exec web -- cp /tmp/b a.yaml', false],
  ['curl --output=a.yaml https://example.com/b', true],
  ['curl -sO https://example.com/a.yaml', true],
  ['curl -s https://example.com/a.yaml', false],
  ['kubectl cp a.yaml web:/tmp/a.yaml', false],
  ['kubectl apply -f a.yaml', false],
])('%s writes: %s', (command, writes) => {
  expect(writesFile(commandLine(command), 'a.yaml')).toBe(writes)
})
