// Runs before the first paint, so that a chosen theme never flashes in the other one.
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
