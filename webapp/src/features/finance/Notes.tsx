import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

/** What figures rest on, and what they leave out. */
export function Notes({ notes }: { notes: readonly (string | false)[] }) {
  return (
    <Alert variant="outlined" severity="info">
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {notes.map((note) => note && <li key={note}>{note}</li>)}
      </Box>
    </Alert>
  );
}
