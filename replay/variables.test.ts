import { describe, expect, it } from 'vitest'
import { commandLine } from './command-line.ts'
import { unsetVariables } from './variables.ts'

describe('unset are', () => {
  it.each<[string, string[]]>([
    ['curl $API/apis', ['API']],
    ['curl "$API/apis/${GROUP}/v1" -H "x: $TOKEN"', ['API', 'GROUP', 'TOKEN']],
    ["echo '$A' \\$B", []],
    ["awk '{print $NF}' file", []],
    ['awk "{print \\$NF}" file', []],
    ['echo $1 $@ $# $? $$ $! ${10} ${@:2} ${#}', []],
    ['echo $HOME ${USER} $KUBECONFIG $GOPATH/bin $PWD', []],
    ['echo ${A:-x} ${B-y} ${C:+z} ${D:=w} $D', []],
    ['echo ${A:?missing} ${#B} ${C%.yaml} ${D//a/b} ${E[@]}', ['A', 'B', 'C', 'D', 'E']],
    ['echo ${A:-$B}', ['B']],
    ['for i in 1 2; do echo $i; done', []],
    ['for i in $LIST; do echo $i; done', ['LIST']],
    ['while read -r ns pod; do echo $ns $pod; done < list', []],
    ["kubectl get pods | while IFS=' ' read -r a b; do echo $a $b $IFS; done", []],
    ['A=1 curl $A', ['A']],
    ['A=1; curl $A', []],
    ['A=1\ncurl $A', []],
    ['export A=1 B && echo $A $B', []],
    ['A=$(date +%s) && echo $A', []],
    ['A="$(kubectl get pod "$POD" -o name)"; echo $A', ['POD']],
    ['A=`echo $B`; echo $A', ['B']],
    ['cat <<EOF\na: $A\nb: \\$B\nEOF\necho $C', ['A', 'C']],
    ["cat <<'EOF'\na: $A\nEOF", []],
    ["cat <<EOF\nit's $A\nEOF", ['A']],
    ['cat <<-\\EOF | tee x\n\t$A\n\tEOF', []],
    ['kubectl get pods # for $A', []],
    ['if [ -n "$A" ]; then B=1; echo $B; fi', ['A']],
    ['show() { local n=$1; echo $n $M; }', ['M']],
    ['names=(a $B); echo ${names[0]}', ['B']],
    ['echo $(( X + $Y )) $((Z << 1))', ['Y']],
    ['diff <(echo $A) b', ['A']],
    ['read -p name X; echo $X', []],
    ['mapfile -t LINES < x; echo $LINES', []],
    ['source env.sh; echo $A', []],
    ['grep \'a$\' x | grep "b$"', []],
    ["kubectl get x -o go-template='{{$n := .a}}{{$n}}'", []],
    ['kubectl get x -o jsonpath="{$.items[0]}"', []],
    ['(A=1; echo $A)', []],
    ['! A=1; echo $A', []],
    ['$KUBECTL get pods', ['KUBECTL']],
  ])('in %j: %j', (command, unset) => {
    expect(unsetVariables([], commandLine(command), [])).toEqual(unset)
  })
  it('not those that a command before it sets, or the environment has', () => {
    expect(
      unsetVariables([commandLine('API=http://localhost:8001')], commandLine('curl $API $TOKEN $B'), ['B']),
    ).toEqual(['TOKEN'])
    expect(unsetVariables([commandLine('API=x curl y')], commandLine('curl $API'), [])).toEqual(['API'])
    expect(unsetVariables([commandLine('. ./env')], commandLine('curl $API'), [])).toEqual([])
  })
})
