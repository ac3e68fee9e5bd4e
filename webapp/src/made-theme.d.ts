/** The theme as it was computed when the application was built (`sdk/ui/build/madeTheme.ts`). */
declare module 'virtual:made-theme' {
  const made: import('@openpmo/ui/theme/madeTheme').MadeTheme;
  export default made;
}
