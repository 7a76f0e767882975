-- Events whose delivery was given up: few, and listed for operators.
create index delivery_attempts_given_up on delivery_attempts (attempted_at) where outcome = 'GIVEN_UP';
