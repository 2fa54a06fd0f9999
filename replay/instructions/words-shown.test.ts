import { expect, it } from 'vitest'
import { unshownWord } from './words-shown.ts'

const text =
  'kubectl get pods -l app=web\nname ready status restarts\nweb-5 1/1 running 0\nindexes 0\n1\n2\nkubectl api-resources\ncronjobs cj'

it.each([
  ['An event explains why: Insufficient memory.', 'explains'],
  ['The status is running: Insufficient memory.', 'Insufficient'],
  ['The webhook lets the pod through:', undefined],
  ['Two pods with the indexes 0, 1 and 2 are running:', '2'],
  ['The pods with the indexes 0, 1 and 2 are running:', undefined],
  ['The short name of CronJobs is `cron`:', 'short'],
  ['The name of CronJobs is `cron`:', 'cron'],
  ['The name of CronJobs is `cj`:', undefined],
  ['The pods can delete them:', 'can delete'],
  ['The pods can be seen:', undefined],
  ['The logs consist of a line.', 'logs'],
  ['This is expected for compatibility reasons:', undefined],
  ['Check whether the informers fell back:', undefined],
  ['The kernel has lots of rules:', 'kernel'],
  ['With the feature on:', undefined],
])('%s has %s, which is not shown', (sentence, wanted) => {
  expect(unshownWord(sentence, text)).toBe(wanted)
})
