/** Commands that are built into a shell of some flavor. */
export const shellBuiltins: ReadonlySet<string> = new Set(
  `. : [ [[ alias bg bind break builtin caller cd chdir command compgen complete compopt continue declare dirs disown echo enable eval exec
  exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set
  shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait`.split(/\s+/),
)
