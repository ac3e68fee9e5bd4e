import '@fontsource-variable/inter/index.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { makeTheme } from '@openpmo/ui/theme/makeTheme';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')).render(
  <ThemeProvider theme={makeTheme()}>
    <CssBaseline />
    <Typography component="h1" variant="h1">
      Une page
    </Typography>
    <Typography>Une phrase, dans la même police et les mêmes couleurs que toutes les autres pages.</Typography>
  </ThemeProvider>,
);
