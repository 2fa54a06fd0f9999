import { describe, expect, it } from 'vitest'
import { commandLine } from './command-line.ts'
import { parseDocument } from './document.ts'
import { filesRead } from './files-read.ts'
import { stepsOf } from './steps.ts'

function actions(markdown: string): string[] {
  const document = parseDocument('x.md', `# T\n\n${markdown}`)
  return stepsOf(document, document.sections[1]!).flatMap((step) =>
    step.actions.map((action) => {
      if (action.kind === 'command') return action.command.text.split('\n')[0]!
      return action.kind === 'file' ? `${action.name}: ${action.content.split('\n')[0]}` : action.kind
    }),
  )
}

const pod = 'apiVersion: v1\nkind: Pod'

describe('files of a document', () => {
  it('come before the command that reads them', () => {
    expect(
      actions(
        `Start:\n\n\`\`\`sh\nkubectl create -f job.yaml\n\`\`\`\n\nusing \`job.yaml\`:\n\n\`\`\`yaml\n${pod}\n\`\`\`\n`,
      ),
    ).toEqual(['job.yaml: apiVersion: v1', 'kubectl create -f job.yaml'])
  })
  it('have the name that the command has for them', () => {
    expect(
      actions(
        `Start:\n\n\`\`\`sh\nkubectl create -f ~/a/job.yaml\n\`\`\`\n\nusing \`job.yaml\`:\n\n\`\`\`yaml\n${pod}\n\`\`\`\n`,
      ),
    ).toEqual(['~/a/job.yaml: apiVersion: v1', 'kubectl create -f ~/a/job.yaml'])
  })
  it('stay as a command wrote them', () => {
    const text = 'Go:\n\n```\n$ cat > run.sh <<EOF\necho a\nEOF\n$ chmod +x run.sh\n$ ./run.sh\n```\n'
    expect(actions(text)).toEqual(['cat > run.sh <<EOF', 'chmod +x run.sh', './run.sh'])
  })
  it('are what cat shows, or an editor', () => {
    const cat = ['cat pod.yaml', 'kubectl create -f pod.yaml']
    expect(
      actions(`Look:\n\n\`\`\`\n$ cat pod.yaml\n${pod}\n$ kubectl create -f pod.yaml\n\`\`\`\n`),
    ).toEqual(['pod.yaml: apiVersion: v1', ...cat])
    expect(
      actions(
        `Go:\n\n\`\`\`\n$ kubectl create -f pod.yaml\n\`\`\`\n\nLook:\n\n\`\`\`\n$ vi pod.yaml\n\n${pod}\n\`\`\`\n`,
      ),
    ).toEqual(['pod.yaml: apiVersion: v1', 'kubectl create -f pod.yaml', 'vi pod.yaml'])
  })
  it('hold objects to create where no command does that', () => {
    const shown = (prose: string, more = '') =>
      actions(`${prose}:\n\n\`\`\`\n$ cat pod.yaml\n${pod}\n${more}\`\`\`\n`)
    expect(shown('Create a Pod')).toEqual(['pod.yaml: apiVersion: v1', 'cat pod.yaml', 'manifest'])
    expect(shown('Look at the Pod')).toEqual(['pod.yaml: apiVersion: v1', 'cat pod.yaml'])
    expect(shown('Create a Pod', '$ kubectl create -f pod.yaml\n')).not.toContain('manifest')
  })
  it('may be a block without a name', () => {
    expect(
      actions(
        `Create a pod:\n\n\`\`\`yaml\n${pod}\n\`\`\`\n\n\`\`\`sh\nkubectl create -f pod.yaml\n\`\`\`\n`,
      ),
    ).toEqual(['pod.yaml: apiVersion: v1', 'kubectl create -f pod.yaml'])
  })
  it('are not given where a command makes them', () => {
    expect(
      actions(
        `Go:\n\n\`\`\`sh\nkubectl get pod x -o yaml > pod.yaml\nkubectl create -f pod.yaml\n\`\`\`\n\nCreate a pod:\n\n\`\`\`yaml\n${pod}\n\`\`\`\n`,
      ),
    ).toEqual(['kubectl get pod x -o yaml > pod.yaml', 'kubectl create -f pod.yaml', 'manifest'])
  })
  it('an object without a file is created from where it stands', () => {
    expect(
      actions(`Deploy a pod:\n\n\`\`\`yaml\n${pod}\n\`\`\`\n\nLook:\n\n\`\`\`sh\nkubectl get pods\n\`\`\`\n`),
    ).toEqual(['manifest', 'kubectl get pods'])
  })
})

it.each([
  ['kubectl apply -f a.yaml -f b/c.json', ['a.yaml', 'b/c.json']],
  ['kind create cluster --config=config.yaml', ['config.yaml']],
  ['cat <<EOF | kubectl apply -f -', []],
  ['kubectl apply -f https://example.com/a.yaml', []],
  ['kubectl logs -f pod', []],
  ['cat /etc/kubernetes/manifests/kube-apiserver.yaml', []],
])('%s reads %j', (command, files) => {
  expect(filesRead(commandLine(command))).toEqual(files)
})
