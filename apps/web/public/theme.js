// Runs before the first paint, so that the page never flashes in the wrong theme.
;(function () {
  var theme
  try {
    theme = JSON.parse(localStorage.getItem('rootConf') || '{}').theme
  } catch {
    theme = undefined
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
})()
