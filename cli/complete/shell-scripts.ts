// What each shell loads. They ask `kepsim __complete SHELL WORD…` at each Tab, whose last line is `:files`, `:dirs` or `:none`.

// Bash cuts words at = and :, so only what follows the last of them is to be answered; it has no empty arrays before 4.4.
const bash = `# bash completion of kepsim: source <(kepsim completion bash)
_kepsim() {
  local line kind=none word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) kind="\${line#:}" ;;
      *) COMPREPLY[\${#COMPREPLY[@]}]="\${line%%$'\\t'*}" ;;
    esac
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" __complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case "$word" in =|:) word= ;; esac
  case "$kind" in
    files|dirs)
      while IFS= read -r line; do COMPREPLY[\${#COMPREPLY[@]}]="$line"; done < <(
        if [ "$kind" = dirs ]; then compgen -d -- "$word"; else compgen -f -- "$word"; fi)
      compopt -o filenames 2>/dev/null ;;
  esac
  if [ "\${#COMPREPLY[@]}" = 1 ]; then
    case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
  fi
}
complete -F _kepsim kepsim
`

const zsh = `#compdef kepsim
# zsh completion of kepsim: source <(kepsim completion zsh)
_kepsim() {
  local line kind=none name about
  local -a replies open
  while IFS= read -r line; do
    case $line in
      :*) kind=\${line#:} ;;
      *)
        name=\${line%%$'\\t'*} about=
        [[ $line == *$'\\t'* ]] && about=\${line#*$'\\t'}
        name="\${name//:/\\\\:}\${about:+:$about}"
        # A value follows at once.
        case $line in *=) open+=("$name") ;; *) replies+=("$name") ;; esac ;;
    esac
  done < <(\${(Q)words[1]} __complete zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( $#replies )) && _describe -t kepsim kepsim replies
  (( $#open )) && _describe -t kepsim kepsim open -S ''
  case $kind in
    files) _files ;;
    dirs) _files -/ ;;
  esac
}
if [ "$funcstack[1]" = _kepsim ]; then _kepsim "$@"; else compdef _kepsim kepsim; fi
`

const fish = `# fish completion of kepsim: kepsim completion fish | source
function __kepsim_complete
  set -l words (commandline -opc)
  set -l program $words[1]
  set -e words[1]
  set -l current (commandline -ct)
  for line in ($program __complete fish $words "$current" 2>/dev/null)
    switch $line
      case ':files'
        __fish_complete_path "$current"
      case ':dirs'
        __fish_complete_directories "$current"
      case ':none'
      case '*'
        echo $line
    end
  end
end
complete -c kepsim -e
complete -c kepsim -f -a '(__kepsim_complete)'
`

// Empty arguments are lost on the way to a program, so that the word that is typed has a sign before it.
const powershell = `# PowerShell completion of kepsim: kepsim completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kepsim -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $program = $before[0]
  $words = @($before | Select-Object -Skip 1)
  & $program __complete powershell @words "=$wordToComplete" 2>$null | ForEach-Object {
    if ($_ -eq ':files' -or $_ -eq ':dirs') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
    } elseif ($_ -ne ':none') {
      $name, $about = $_ -split "\`t", 2
      if (-not $about) { $about = $name }
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $about)
    }
  }
}
`

/** The script of each shell, by the shell's name. */
export const shellScripts: Readonly<Record<string, string>> = { bash, zsh, fish, powershell }
