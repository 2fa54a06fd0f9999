import { expect, it } from 'vitest'
import { surroundingLines } from './surroundings.ts'

it('takes a checkout for the same from wherever it came', () => {
  const first = ["Switched to branch 'master'", "Your branch is up to date with 'origin/master'."]
  expect(surroundingLines('git', first)).toEqual(surroundingLines('git', ["Already on 'master'"]))
  expect(surroundingLines('git', ["Switched to branch 'a'"])).not.toEqual(
    surroundingLines('git', ["Switched to branch 'b'"]),
  )
})

it('leaves out what kind says by chance, and nothing of other programs', () => {
  expect(surroundingLines('kind', ['Creating cluster "a" ...', 'Have a nice day! 👋'])).toEqual([
    'Creating cluster "a" ...',
  ])
  const whole = [' • Preparing nodes 📦   ...', ' ✓ Preparing nodes 📦 ', '']
  expect(surroundingLines('kind', whole)).toEqual([' ✓ Preparing nodes 📦'])
  expect(surroundingLines('kubectl', ['Have a nice day! 👋'])).toHaveLength(1)
})

it('takes what kind does for the same, to a terminal or not', () => {
  const plain = [
    'Creating cluster "a" ...',
    ' • Preparing nodes 📦   ...',
    ' ✓ Preparing nodes 📦 ',
    '',
    'Bye',
  ]
  expect(surroundingLines('kind', plain)).toEqual([
    'Creating cluster "a" ...',
    ' ✓ Preparing nodes 📦',
    'Bye',
  ])
})

it('compares lists of containers by what they run, and as what', () => {
  const row = (id: string, times: string, port: number, name: string): string[] => [
    'CONTAINER ID   IMAGE  NAMES',
    `${id}   kindest/node:v1.34.0   "/usr/local/bin/entr…"   ${times}   127.0.0.1:${port}->6443/tcp   ${name}`,
  ]
  const first = surroundingLines('docker', row('501fafe18dbd', '4 minutes ago   Up 4 minutes', 36795, 'a'))
  const second = row('c0ffee000000', 'About a minute ago   Up About a minute', 6443, 'a')
  expect(surroundingLines('docker', second)).toEqual(first)
  expect(surroundingLines('docker', row('501fafe18dbd', '4 days ago   Up 4 days', 1, 'b'))).not.toEqual(first)
})

it('compares what was done to packages, not as which transaction and when', () => {
  const row = (id: number, at: string, command: string) =>
    ` ${id} | ${command}   | ${at} | Upgrade        |    1   `
  const own = [row(10, '2022-10-12 11:06', 'install -y a-1')]
  expect(surroundingLines('dnf', own)).toEqual(
    surroundingLines('dnf', ['ID | Command line', '-----', row(1, '2026-01-01 00:00', 'install -y a-1')]),
  )
  expect(surroundingLines('yum', own)).not.toEqual(
    surroundingLines('yum', [row(10, '2022-10-12 11:06', 'install -y a-2')]),
  )
  // Of one that is cut off its beginning is compared.
  expect(surroundingLines('yum', [' 7 | install -y a-0 b-0 c'])).toEqual(['install -y a-0 b-0 c...'])
})
