import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CreateButton, useResourceContext, useResourceDefinition, useTranslate } from 'react-admin';

/** A list without a single row: what would be here, and how it gets here. */
export function Nothing() {
  const resource = useResourceContext() ?? '';
  const { hasCreate } = useResourceDefinition();
  const translate = useTranslate();
  return (
    <Card>
      <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, px: 2, py: 5 }}>
        <InboxOutlined aria-hidden sx={{ fontSize: 36, color: 'outline' }} />
        <Typography variant="subtitle1" component="p">
          {translate(`resources.${resource}.empty`)}
        </Typography>
        <Typography color="textSecondary" sx={{ maxWidth: '52ch', mb: 1 }}>
          {translate(`resources.${resource}.invite`)}
        </Typography>
        {hasCreate && <CreateButton variant="contained" />}
      </Stack>
    </Card>
  );
}
